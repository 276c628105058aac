/** The parts of JSON Schema that the reference uses. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};

type Content = Record<string, { schema: Schema; example?: unknown }>;

/** A path of the API in the OpenAPI document. */
export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  /** Without this field, a client's keys are required. */
  security?: object[];
  requestBody: { content: Content };
  responses: Record<string, { description: string; content: Content }>;
};

/** A dated version and its changes, from the document. */
type Version = { date: string; changes: { summary: string; paths: string[] }[] };

/** The OpenAPI document of our server. */
export type ApiDocument = {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, Schema>;
    parameters: { version: { name: string } };
    securitySchemes: Record<"clientId" | "secret", { name: string }>;
  };
  /** Newest first. */
  "x-versions": Version[];
};

/** The paths with a common noun. */
export type Group = { name: string; description: string; paths: [string, Operation][] };

/** Returns the paths that match a search, grouped by noun. */
export const groupPaths = ({ tags, paths }: ApiDocument, search: string): Group[] => {
  const words = search.toLowerCase().split(/\s+/);
  const matches = ([path, { summary }]: [string, Operation], group: string): boolean => {
    const text = `${path} ${summary} ${group}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return tags
    .map(({ name, description }) => ({
      name,
      description,
      paths: Object.entries(paths)
        .map(([path, { post }]): [string, Operation] => [path, post])
        .filter((entry) => entry[1].tags.includes(name) && matches(entry, name)),
    }))
    .filter((group) => group.paths.length > 0);
};

/** Resolves a schema's reference, or the reference in a nullable field. */
export const resolve = (schema: Schema, document: ApiDocument): Schema => {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
    return { ...document.components.schemas[name], ...withoutReference(schema) };
  }
  const choices = listChoices(schema);
  const [only] = choices;
  return choices.length === 1 && only
    ? { ...resolve(only, document), ...withoutChoices(schema) }
    : schema;
};

/** Returns the alternatives of a field, without null. */
export const listChoices = ({ anyOf = [], oneOf = [] }: Schema): Schema[] =>
  [...anyOf, ...oneOf].filter(({ type }) => type !== "null");

const withoutReference = ({ $ref: _, ...rest }: Schema): Schema => rest;
const withoutChoices = ({ anyOf: _, oneOf: __, ...rest }: Schema): Schema => rest;

/** Returns the element id for a word or path: `Asset reports` gives `asset-reports`. */
export const toId = (text: string): string => text.toLowerCase().replaceAll(" ", "-");
