import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { loadEndpoints } from "../server/api/index.ts";
import type { ItemWebhook } from "../server/domain/webhooks/webhook.ts";
import { openApiDocument } from "../server/http/openapi/document.ts";
import { createVersionRegistry, NEWEST_VERSION } from "../server/versions/index.ts";
import { webhooks } from "../server/webhooks/index.ts";
import {
  pascalCase,
  printComment,
  printType,
  type Schema,
  typeName,
  union,
} from "./print-types.fixture.ts";

const endpoints = await loadEndpoints();

/** The parts of the document that the types are printed from. */
type Operation = {
  operationId: string;
  summary: string;
  requestBody: { content: { "application/json": { schema: Schema } } };
  responses: Record<string, { content: Record<string, Content> }>;
};
type Content = { schema: Schema; examples?: Record<string, { value: Record<string, string> }> };
type Document = {
  paths: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Schema> };
};

const versions = createVersionRegistry(endpoints.map(({ path }) => path));
const { paths, components } = JSON.parse(
  JSON.stringify(openApiDocument(endpoints, versions, NEWEST_VERSION)),
) as Document;

/** The note at the top of each file. */
const HEAD = `// Printed by src/client/generated.test.ts; \`npx vitest run src/client/generated.test.ts -u\` prints it again.\n`;

const file = (name: string) => join(import.meta.dirname, "generated", name);

test("the methods and their paths are those of the OpenAPI document", async () => {
  await expect(printPaths()).toMatchFileSnapshot(file("paths.ts"));
});

test("the types of requests and responses are those of the OpenAPI document", async () => {
  await expect(printOperations()).toMatchFileSnapshot(file("operations.ts"));
});

test("the named types and the error codes are those of the OpenAPI document", async () => {
  await expect(printSchemas()).toMatchFileSnapshot(file("schemas.ts"));
});

test("the types of webhooks are those of the server's registry", async () => {
  await expect(printWebhooks()).toMatchFileSnapshot(file("webhooks.ts"));
});

function printOperations(): string {
  const operations = Object.values(paths).map(({ post }) => ({
    ...post,
    name: methodName(post.operationId),
    types: pascalCase(post.operationId),
  }));
  const bodies = operations.map(({ types, requestBody, responses }) => {
    const request = withoutKeys(requestBody.content["application/json"].schema);
    const response = successOf(responses).schema;
    return [
      `export type ${types}Request = ${printType(request, "request")};\n`,
      `export type ${types}Response = ${printType(response, "response")};\n`,
    ].join("");
  });
  const text = bodies.join("");
  const rows = operations.map(
    ({ name, types, summary }) =>
      `${printComment(summary, "  ")}  ${name}: Operation<${types}Request, ${types}Response>;\n`,
  );
  return [
    HEAD,
    `import type {\n${namesIn(text)
      .map((name) => `  ${name},\n`)
      .join("")}} from "./schemas.ts";\n\n`,
    "type Operation<Request, Response> = { request: Request; response: Response };\n\n",
    `/** The types of each method. */\nexport type Operations = {\n${rows.join("")}};\n\n`,
    text,
  ].join("");
}

function printPaths(): string {
  const rows = Object.entries(paths).map(
    ([path, { post }]) => `  ${methodName(post.operationId)}: "${path}",\n`,
  );
  return [
    HEAD,
    `\n/** The version that the types describe. */\nexport const API_VERSION = "${NEWEST_VERSION}";\n\n`,
    `/** The path of each method. */\nexport const PATHS = {\n${rows.join("")}} as const;\n`,
  ].join("");
}

function printSchemas(): string {
  const types = Object.entries(components.schemas).map(
    ([name, schema]) =>
      printComment(schema.description) +
      `export type ${typeName(name)} = ${printType(schema, "response")};\n`,
  );
  const refusals = Object.values(paths)
    .flatMap(({ post }) => Object.values(post.responses))
    .flatMap(({ content }) => Object.values(content["application/json"]?.examples ?? {}))
    .map(({ value }) => value);
  const unionOf = (field: string) =>
    union([...new Set(refusals.map((body) => `"${body[field]}"`))].toSorted());
  return [
    HEAD,
    "\n/** The types of errors. */\n",
    `export type ErrorType =${unionOf("error_type")};\n\n`,
    "/** The codes of errors; a newer server may have others. */\n",
    `export type ErrorCode =${unionOf("error_code")};\n\n`,
    types.join(""),
  ].join("");
}

type TypeOf<Name extends string> = Name extends `${infer Type}:${string}` ? Type : never;

/** The types of webhooks that are about an Item. */
const OF_ITEMS: Record<TypeOf<ItemWebhook["name"]>, true> = {
  ITEM: true,
  TRANSACTIONS: true,
  AUTH: true,
  IDENTITY: true,
  INCOME: true,
  LIABILITIES: true,
  STATEMENTS: true,
  HOLDINGS: true,
  INVESTMENTS_TRANSACTIONS: true,
};

function printWebhooks(): string {
  const entries = Object.values(webhooks).map(({ name, schema }) => {
    const [type = "", code = ""] = name.split(":");
    const payload = z.toJSONSchema(schema) as { properties: object; required?: string[] };
    const text = { type: "string" };
    const fields = {
      webhook_type: { const: type },
      webhook_code: { const: code },
      ...(Object.hasOwn(OF_ITEMS, type) && { item_id: text }),
      ...payload.properties,
      ...(name !== "LINK:EVENTS" && { environment: { enum: ["sandbox", "production"] } }),
    };
    const optional = Object.keys(payload.properties).filter(
      (field) => !payload.required?.includes(field),
    );
    const required = Object.keys(fields).filter((field) => !optional.includes(field));
    const printed = printType({ type: "object", properties: fields, required }, "response");
    return { name: `${pascalCase(type)}${pascalCase(code)}Webhook`, printed };
  });
  const types = entries.map(({ name, printed }) => `export type ${name} = ${printed};\n`);
  return [
    HEAD,
    "\n/** Every webhook that the server sends. */\n",
    `export type KnownWebhook =${union(entries.map(({ name }) => name))};\n\n`,
    types.join(""),
  ].join("");
}

/** Returns `publicTokenCreate` for `public_token_create`. */
const methodName = (operationId: string): string => {
  const name = pascalCase(operationId);
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
};

/** The client sends its keys as headers, not in bodies. */
function withoutKeys(schema: Schema): Schema {
  const { client_id: _, secret: __, ...properties } = schema.properties as Record<string, Schema>;
  return { ...schema, properties };
}

/** The content of a successful response in any media type. */
function successOf(responses: Operation["responses"]): Content {
  const [content] = Object.values(responses["200"]?.content ?? {});
  if (!content) throw new Error("a path has no successful response");
  return content;
}

/** The named types that a text uses, in the order of the alphabet. */
const namesIn = (text: string): string[] =>
  Object.keys(components.schemas)
    .map(typeName)
    .filter((name) => new RegExp(`(?<![\\w"])${name}(?![\\w"])`).test(text))
    .toSorted();
