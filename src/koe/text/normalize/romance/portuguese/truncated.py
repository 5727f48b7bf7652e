"""Brazilian Portuguese words that are often cut short with a full stop."""

from __future__ import annotations

from koe.text.normalize.romance.numbers import in_order
from koe.text.normalize.rule import words

OFTEN_CUT = in_order(
    "orçamento "
    "iogurte natural açúcar fermento grátis conservar assistência "
    "questão duração saturadas nutricional intervalo altitude composição carboidratos proteínas vitamina medicamento "
    "temperatura velocidade distância comprimento latitude profundidade pressão umidade precipitação capacidade "
    "potência consumo quantidade qualidade categoria tamanho modelo marca garantia preço desconto valor cliente "
    "fornecedor conta cartão transferência recibo saldo imposto comissão administração administrador departamento "
    "diretoria diretor secretaria secretário gerência gerente coordenação coordenador responsável presidente "
    "presidência ministério ministro governo conselho comitê faculdade universidade instituto colégio escola "
    "professor semestre trimestre matrícula exame exercício problema solução resposta capítulo seção volume coleção "
    "editora edição tradução ilustração fotografia episódio temporada versão original biblioteca bibliografia quarto "
    "cozinha aquecimento elevador varanda garagem superfície condomínio proprietário inquilino mobiliado reformado "
    "exterior certificado elétrico estação ônibus plataforma saída chegada aeroporto terminal passageiro bagagem "
    "reserva confirmação paciente diagnóstico tratamento antecedentes hemoglobina frequência cardíaca respiratória "
    "saturação doença operação intervenção consulta cirurgia neurologia telefone ramal contato informações "
    "internacional nacional estadual municipal população habitantes aproximadamente atualmente anteriormente "
    "geralmente especialmente principalmente respectivamente semanal mensal trimestral anual diário úteis feriados "
    "máximo mínimo média percentual probabilidade estatística variável constante função equação veículo quilometragem "
    "cilindrada gasolina automático manual segurança artigo parágrafo inciso disposição regulamento constituição "
    "sentença tribunal campeonato classificação rodada eliminatória jogador treinador atacante defensor goleiro "
    "opcional obrigatório disponível esgotado pendente cancelado urgente confidencial documento processo solicitação "
    "inscrição formulário anexo observações ingrediente colher preparo cozimento variante fermento pessoa apartamento "
    "imóvel europeu brasileiro português espanhol inglês francês alemão"
)
UNCUT = words(
    "com por sem mar sol sal mil fim bem seu meu ver vol par per quem mas mês mal cor col val ser ter dar por port cap "
    "art doc form max min temp dir com comp cart sup cat med mod gol pop res"
)
