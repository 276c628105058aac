type Json = { [key: string]: unknown };

/** What a schema in JSON Schema describes, by named schemas: its own examples where it has some. */
export const exampleOf = (schema: unknown, named: Json, whole: boolean): unknown => {
  const given = asObject(schema);
  const own = ownExample(given);
  if (own !== undefined) return own;
  if (typeof given.$ref === "string") return exampleOf(named[lastStep(given.$ref)], named, whole);
  const choices = [...asArray(given.anyOf), ...asArray(given.oneOf)];
  const choice = choices.find((each) => asObject(each).type !== "null");
  if (choice !== undefined) return exampleOf(choice, named, whole);
  const type = Array.isArray(given.type) ? given.type[0] : given.type;
  if (type === "object") return objectExample(given, named, whole);
  if (type === "array") return [exampleOf(given.items, named, whole)];
  if (type === "string") return FORMATS[String(given.format)] ?? "text";
  if (type === "integer" || type === "number") return Math.max(Number(given.minimum ?? 0), 0);
  return type === "boolean" ? true : null;
};

const FORMATS: Record<string, string> = {
  "date-time": "2026-01-15T12:00:00.000Z",
  date: "2026-01-15",
  uri: "https://shop.example/webhook",
  email: "someone@shop.example",
};

/** All of an answer that has an example; of a request what is required, and what else has an example of its own. */
function objectExample(schema: Json, named: Json, whole: boolean): Json {
  const requiredNames = asArray(schema.required);
  return Object.fromEntries(
    Object.entries(asObject(schema.properties))
      .filter(
        ([name, field]) =>
          (whole && !hasNoExample(asObject(field))) ||
          requiredNames.includes(name) ||
          ownExample(asObject(field)) !== undefined,
      )
      .map(([name, field]) => [name, exampleOf(field, named, whole)]),
  );
}

function ownExample(schema: Json): unknown {
  const [example] = [...asArray(schema.examples), ...asArray(schema.enum)];
  return example === undefined ? schema.const : example;
}

/** Whether a field says that it has no example: its list of examples is empty. */
const hasNoExample = ({ examples }: Json): boolean =>
  Array.isArray(examples) && examples.length === 0;

const lastStep = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1);

const asArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const asObject = (value: unknown): Json =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
