import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";

/** A schema of OpenAPI 3.0, with the features that the documents use. */
export type Schema = {
  $ref?: string;
  type?: string;
  format?: string;
  /** The type of a text in the Consumer Data Standards. */
  "x-cds-type"?: string;
  pattern?: string;
  enum?: readonly unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: boolean | Schema;
  allOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
};

type Reference = { $ref: string };
type Media = {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown } | Reference>;
};
type Content = Readonly<Record<string, Media>>;
type Parameter = { name: string; in: string; required?: boolean; schema: Schema };
type Answer = { content?: Content; headers?: Record<string, { schema: Schema } | Reference> };
type Operation = {
  parameters?: readonly (Parameter | Reference)[];
  requestBody?: { required?: boolean; content: Content } | Reference;
  responses: Readonly<Record<string, Answer | Reference>>;
};
type Document = {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

/** A request, with its path relative to the document's base. */
export type SentRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string>>;
  body: unknown;
};
type SentAnswer = { status: number; headers: Headers; body: unknown };

/** Headers of HTTP and of OAuth, which a document need not name. */
const GENERAL_HEADERS = /^(accept|content-type|authorization|dpop|user-agent)$/;

/** Any JSON media type, such as `application/json; charset=utf-8`. */
const IS_JSON = /^application\/(problem\+)?json\b/;

/** A published document next to this file, for checking requests and responses. */
export const openDocument = (
  name: "uk-3.1.11" | "uk-4.0" | "berlin-group-1.3.9" | "cdr-1.36.0",
) => {
  const text = readFileSync(new URL(`${name}.json`, import.meta.url), "utf8");
  const document = JSON.parse(text, toDraft7) as Document;
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false, unicodeRegExp: false });
  addFormats.default(ajv);
  ajv.addSchema(document, name);
  const validators = new Map<Schema, ValidateFunction>();
  const resolve = <Part>(part: Part | Reference): Part => {
    const { $ref = null } = part as Partial<Reference>;
    if ($ref === null) return part as Part;
    const [, , section = "", own = ""] = $ref.split("/");
    return resolve(document.components[section]?.[own] as Part | Reference);
  };
  const problemsOf = (schema: Schema, value: unknown, where: string): string[] => {
    const validator =
      validators.get(schema) ?? ajv.compile(withBase(schema, name) as Record<string, unknown>);
    validators.set(schema, validator);
    if (validator(value)) return [];
    return (validator.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${where}${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
  const operationAt = (method: string, path: string) => {
    const parts = path.split("/");
    const found = Object.entries(document.paths).find(([template]) => {
      const names = template.split("/");
      return (
        names.length === parts.length &&
        names.every((part, at) => part.startsWith("{") || part === parts[at])
      );
    });
    const operation = found?.[1][method.toLowerCase()];
    return operation && found ? { template: found[0], operation } : null;
  };
  const findJson = (content: Content | undefined): Media | undefined =>
    Object.entries(content ?? {}).find(([type]) => IS_JSON.test(type))?.[1];

  return {
    resolve,
    problemsOf,
    /** The document's path template that matches a path. */
    templateOf: (method: string, path: string) => operationAt(method, path)?.template,
    /** The problems of a request's path, parameters, headers and body. */
    requestProblems: ({ method, path, query, headers, body }: SentRequest): string[] => {
      const at = operationAt(method, path);
      const where = `${method} ${path}`;
      if (!at) return [`${where} is not in the document`];
      const parameters = (at.operation.parameters ?? []).map((each) => resolve<Parameter>(each));
      const names = new Set(parameters.map((each) => each.name.toLowerCase()));
      const unknown = [
        ...Object.keys(headers).filter(
          (header) => !GENERAL_HEADERS.test(header) && !names.has(header),
        ),
        ...[...query.keys()].filter((key) => !names.has(key.toLowerCase())),
      ].map((parameter) => `${where} has an unknown parameter ${parameter}`);
      const parts = path.split("/");
      const inPath = new Map(
        at.template.split("/").map((part, index) => [part.replace(/[{}]/g, ""), parts[index]]),
      );
      const wrong = parameters.flatMap((parameter): string[] => {
        const place = `${where} ${parameter.in} ${parameter.name}`;
        const value =
          parameter.in === "header"
            ? headers[parameter.name.toLowerCase()]
            : parameter.in === "query"
              ? query.get(parameter.name)
              : inPath.get(parameter.name);
        if (value == null) return parameter.required === true ? [`${place} is missing`] : [];
        const { type, format } = resolve<Schema>(parameter.schema);
        // Times in the query have no zone, as UK Open Banking's prose says, although the format
        // requires one.
        const isLocal = format === "date-time" && !/(Z|[+-]\d\d:\d\d)$/.test(value);
        const typed = type === "string" ? `${value}${isLocal ? "Z" : ""}` : JSON.parse(value);
        return problemsOf(parameter.schema, typed, place);
      });
      const media = at.operation.requestBody
        ? findJson(resolve<{ content: Content }>(at.operation.requestBody).content)
        : undefined;
      if (body !== undefined && media === undefined) wrong.push(`${where} takes no body`);
      return [
        ...unknown,
        ...wrong,
        ...(media?.schema ? problemsOf(media.schema, body, `${where} body`) : []),
      ];
    },
    /** The problems of the response to a request. */
    answerProblems: (
      { method, path }: Pick<SentRequest, "method" | "path">,
      { status, headers, body }: SentAnswer,
    ): string[] => {
      const declared = operationAt(method, path)?.operation.responses[status];
      const where = `${method} ${path} ${status}`;
      if (!declared) return [`${where} is not in the document`];
      const answer = resolve<Answer>(declared);
      const wrong = Object.entries(answer.headers ?? {}).flatMap(([header, line]) => {
        const value = headers.get(header);
        const { schema } = resolve<{ schema: Schema }>(line);
        return value === null ? [] : problemsOf(schema, value, `${where} header ${header}`);
      });
      const isFile = headers.get("content-type") === "application/pdf";
      const schema = isFile ? undefined : findJson(answer.content)?.schema;
      return [...wrong, ...(schema ? problemsOf(schema, body, `${where} body`) : [])];
    },
    /** The JSON responses of a request: each one's schema and examples. */
    answers: (method: string, path: string) => {
      const responses = Object.entries(operationAt(method, path)?.operation.responses ?? {});
      return responses.flatMap(([status, declared]) => {
        const { content } = resolve<Answer>(declared);
        const media = findJson(content);
        if (!media?.schema) return [];
        const examples = Object.values(media.examples ?? {}).map(
          (example) => resolve<{ value: unknown }>(example).value,
        );
        const all = media.example === undefined ? examples : [media.example, ...examples];
        return [{ status: Number(status), schema: media.schema, examples: all }];
      });
    },
  };
};

/**
 * Converts a part of OpenAPI 3.0 to JSON Schema, where an excluded minimum is a number. The Berlin
 * Group's alternatives overlap, and an empty one stands for an empty body.
 */
const toDraft7 = (key: string, value: unknown): unknown => {
  if (key === "oneOf" && Array.isArray(value))
    return value.map((each) => (Object.keys(each).length === 0 ? { maxProperties: 0 } : each));
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { exclusiveMinimum, oneOf, ...rest } = value as Record<string, unknown>;
  if (oneOf !== undefined) return { ...rest, anyOf: oneOf };
  if (typeof exclusiveMinimum !== "boolean") return value;
  return exclusiveMinimum ? { ...rest, exclusiveMinimum: rest.minimum } : rest;
};

/** A schema whose references point into a document. */
const withBase = (value: unknown, name: string): unknown => {
  if (Array.isArray(value)) return value.map((part) => withBase(part, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === "$ref" ? `${name}${part}` : withBase(part, name),
    ]),
  );
};
