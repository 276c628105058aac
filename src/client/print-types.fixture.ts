/** A JSON Schema of OpenAPI 3.1. */
export type Schema = { readonly [keyword: string]: unknown };

/** Whether a type is for a request or for a response. */
type Direction = "request" | "response";

/** Keywords that say nothing about the type. */
const NO_TYPE = new Set(
  "default description example examples format id maxItems maxLength maximum minItems minLength minimum pattern propertyNames title".split(
    " ",
  ),
);

/** The keywords that `printType` supports. */
const READ = new Set(
  "$ref additionalProperties anyOf const enum items oneOf properties required type".split(" "),
);

/** Prints the TypeScript type of a JSON Schema. Throws for an unknown keyword. */
export const printType = (schema: Schema, direction: Direction, indent = ""): string => {
  const unknown = Object.keys(schema).filter((key) => !NO_TYPE.has(key) && !READ.has(key));
  if (unknown.length > 0) throw new Error(`no type is known for ${unknown.join(", ")}`);
  if (typeof schema.$ref === "string") return typeName(lastStep(schema.$ref));
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum))
    return union(
      schema.enum.map((value) => JSON.stringify(value)),
      indent,
    );
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices))
    return union(
      choices.map((choice) => printType(choice, direction, indent)),
      indent,
    );
  if (Array.isArray(schema.type))
    return union(
      schema.type.map((type) => printType({ ...schema, type }, direction, indent)),
      indent,
    );
  switch (schema.type) {
    case undefined:
      return "unknown";
    case "object":
      return printObject(schema, direction, indent);
    case "array":
      return printArray(schema.items as Schema, direction, indent);
    case "string":
      return schema.format === "binary" ? "Uint8Array" : "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
    case "null":
      return schema.type;
    default:
      throw new Error(`no type is known for ${JSON.stringify(schema.type)}`);
  }
};

/** Prints a comment; prints nothing without a text. */
export const printComment = (text: unknown, indent = ""): string => {
  if (typeof text !== "string" || text === "") return "";
  const lines = wrap(text.replaceAll("*/", "*\\/"), 96 - indent.length);
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} *${line && ` ${line}`}\n`).join("")}${indent} */\n`;
};

/** Prints a union of types. A long union has one type per line. */
export const union = (types: readonly string[], indent = ""): string => {
  const members = [...new Set(types.flatMap((type) => type.split(/\n *\| /)))].filter(Boolean);
  const line = members.join(" | ");
  const isShort = line.length <= 80 || line.includes("\n");
  return isShort ? line : members.map((member) => `\n${indent}  | ${member}`).join("");
};

/** The name of the type of a named schema. */
export const typeName = (name: string): string => (name === "Error" ? "ErrorBody" : name);

/** Returns `PublicTokenCreate` for `public_token_create`. */
export const pascalCase = (name: string): string =>
  name.toLowerCase().replace(/(?:^|_)([a-z\d])/g, (_, first: string) => first.toUpperCase());

/** A union with one type per line begins on the next line. */
const startOf = (type: string): string => (type.startsWith("\n") ? "" : " ");

function printObject(schema: Schema, direction: Direction, indent: string): string {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const values = schema.additionalProperties;
  if (properties.length === 0) {
    if (typeof values === "object" && values !== null && Object.keys(values).length > 0)
      return `Record<string, ${printType(values as Schema, direction, indent)}>`;
    return values === false ? "Record<string, never>" : "Record<string, unknown>";
  }
  const required = new Set((schema.required ?? []) as string[]);
  const deeper = `${indent}  `;
  const fields = properties.map(([name, field]) => {
    const type = printType(field, direction, deeper);
    const isOptional = !required.has(name);
    const mayBeUndefined = isOptional && direction === "request" ? " | undefined" : "";
    const declaration = `${name}${isOptional ? "?" : ""}:${startOf(type)}${type}${mayBeUndefined};`;
    return `${printComment(field.description, deeper)}${deeper}${declaration}\n`;
  });
  return `{\n${fields.join("")}${indent}}`;
}

const lastStep = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1);

/** Wraps a text, and keeps its own line breaks. */
function wrap(text: string, width: number): string[] {
  return text.split("\n").flatMap((paragraph) => {
    const lines = [""];
    for (const word of paragraph.split(" ")) {
      const line = lines.at(-1) ?? "";
      if (line !== "" && line.length + word.length >= width) lines.push(word);
      else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
    }
    return lines;
  });
}

function printArray(items: Schema, direction: Direction, indent: string): string {
  const type = printType(items, direction, indent);
  const isUnion = /[|\n]/.test(type);
  const close = type.startsWith("\n") ? `\n${indent}` : "";
  if (direction === "response") return isUnion ? `Array<${type}${close}>` : `${type}[]`;
  return isUnion ? `ReadonlyArray<${type}${close}>` : `readonly ${type}[]`;
}
