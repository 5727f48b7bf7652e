// JSON schemas of an API description -> fields to show: name, type, meaning, default.

export function resolved(api, schema) {
  const name = schema?.$ref?.split("/").at(-1);
  return name ? api.components.schemas[name] : schema ?? {};
}

export function typeOf(schema) {
  if (!schema) return "any";
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.join(" | ");
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return either.map(typeOf).join(" | ");
  if (schema.type === "array") return `list of ${typeOf(schema.items)}`;
  return schema.type ?? "any";
}

export function fieldsOf(api, schema) {
  const whole = resolved(api, schema);
  const required = new Set(whole.required ?? []);
  return Object.entries(whole.properties ?? {}).map(([name, field]) => ({
    name,
    type: typeOf(field),
    description: field.description ?? "",
    fallback: field.default === undefined || field.default === null ? null : JSON.stringify(field.default),
    isRequired: required.has(name),
    inner: innerOf(field),
  }));
}

// The schema of the objects in it, if there are any.
function innerOf(field) {
  if (field.$ref) return field;
  if (field.type === "array") return innerOf(field.items ?? {});
  return (field.anyOf ?? []).map(innerOf).find(Boolean) ?? null;
}
