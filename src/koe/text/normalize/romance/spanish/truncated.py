"""Spanish words that are often cut short with a full stop."""

from __future__ import annotations

from koe.text.normalize.romance.numbers import in_order
from koe.text.normalize.rule import words

OFTEN_CUT = in_order(
    "yogur natural huevos azúcar levadura gratuito conservar península asistencia envío "
    "duración pregunta saturadas nutricional composición carbohidratos hidratos proteínas vitamina medicamento "
    "temperatura velocidad distancia longitud altitud latitud profundidad presión humedad precipitación viento "
    "capacidad potencia consumo cantidad calidad categoría color tamaño modelo marca garantía precio descuento "
    "importe concepto cliente proveedor cuenta tarjeta transferencia recibo saldo impuesto comisión honorarios "
    "administración administrador departamento dirección director secretaría secretario gerencia gerente coordinación "
    "coordinador responsable presidente presidencia ministerio ministro gobierno consejo comité facultad universidad "
    "instituto colegio escuela profesor catedrático asignatura semestre trimestre matrícula examen ejercicio problema "
    "solución respuesta capítulo sección volumen colección editorial edición traducción ilustración ilustrado "
    "fotografía película episodio temporada versión original subtítulos habitación dormitorio cocina calefacción "
    "ascensor terraza garaje trastero superficie urbanización propiedad propietario inquilino comunidad amueblado "
    "reformado exterior interior orientación certificado estación autobús parada salida llegada aeropuerto terminal "
    "pasajero equipaje reserva confirmación paciente diagnóstico tratamiento antecedentes analítica hemoglobina "
    "frecuencia cardiaca respiratoria enfermedad operación intervención consulta revisión cirugía neurología "
    "traumatología teléfono extensión contacto correo electrónico información internacional nacional provincial "
    "municipal población habitantes habitualmente aproximadamente actualmente anteriormente generalmente "
    "especialmente principalmente respectivamente semanal mensual trimestral anual bianual diario laborables festivos "
    "máximo mínimo mediano promedio porcentaje probabilidad estadística variable constante función ecuación vehículo "
    "kilometraje cilindrada gasolina diésel automático manual seguridad artículo párrafo apartado disposición "
    "reglamento constitución sentencia tribunal juzgado fiscalía campeonato clasificación jornada eliminatoria "
    "partido jugador entrenador delantero defensa portero puntos opcional obligatorio incluido excluido disponible "
    "agotado pendiente pagado cancelado urgente confidencial documento expediente solicitud inscripción convocatoria "
    "requisito anexo formulario observaciones ingrediente cucharada cucharadita preparación opción variante "
    "fermentación"
)
UNCUT = words(
    "mar sol sal con por sin más mes son tal dos red ver vol fin cal col gas ser rey ley mil tan san pan pie ven con "
    "ten has han den dan vas van par per pon pos tras tres luz voz paz vez sed cual aun mod com sec ref tel obs pres "
    "form trim inter final doc cap art temp hum vent car cat dir disp sup res"
)
