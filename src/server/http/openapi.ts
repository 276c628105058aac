import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import type { Endpoint } from "../api/endpoint.ts";
import { changelog } from "../versions/changelog.ts";
import { NEWEST_VERSION, VERSIONS, type Versions } from "../versions/index.ts";
import { inlineSchema } from "./body-schemas.ts";
import { CredentialFields } from "./credentials.ts";

type Json = { [key: string]: unknown };

/**
 * Serves the OpenAPI 3.1 document of each version at `/openapi/<date>.json`, and of the newest one at
 * `/openapi.json` as well.
 */
export const openApiRoutes = (
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  versions: Versions,
): void => {
  for (const version of VERSIONS) {
    // Made when it is first asked for: most servers are never asked for most of them.
    let document: Json | undefined;
    const route = (_: unknown, reply: FastifyReply) => {
      document ??= openApi(endpoints, versions, version);
      return reply.header("access-control-allow-origin", "*").send(document);
    };
    app.get(`/openapi/${version}.json`, route);
    if (version === NEWEST_VERSION) app.get("/openapi.json", route);
  }
};

/** The OpenAPI document of a version, derived from the endpoints' own schemas. */
export const openApi = (
  endpoints: readonly Endpoint[],
  versions: Versions,
  version: string,
): Json => {
  const schemas: Json = {};
  const collect = (
    schema: z.ZodType,
    io: "input" | "output",
    edit?: (schema: Json) => Json,
  ): Json => {
    // What a version has otherwise is said where it is: a component is the same in all places.
    if (edit) return edit(inlineSchema(schema, io));
    const { $schema: _, $defs, ...json } = z.toJSONSchema(schema, { io }) as Json;
    Object.assign(schemas, lifted($defs ?? {}));
    return lifted(json);
  };
  const error = collect(ErrorBody, "output");
  const answer = (description: string, schema: unknown) => ({
    description,
    headers: { "Service-Request-Id": { schema: { type: "string" } } },
    content: { "application/json": { schema } },
  });
  const paths: Json = {};
  for (const { path, summary, request, response } of endpoints) {
    const dated = versions(version, path);
    const body = collect(
      request.extend(CredentialFields.partial().shape),
      "input",
      dated?.request.schema,
    );
    const success = collect(
      response.extend({ request_id: z.string() }),
      "output",
      dated?.response.schema,
    );
    paths[path] = {
      post: {
        operationId: path.slice(1).replaceAll("/", "_"),
        summary,
        parameters: [{ $ref: "#/components/parameters/version" }],
        requestBody: { required: true, content: { "application/json": { schema: body } } },
        responses: {
          200: answer("Success", success),
          default: answer("Any refusal, with the status of its error_code", {
            $ref: "#/components/schemas/Error",
          }),
        },
      },
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "service-link",
      description: `What changed in each version:\n\n${changelog()}`,
      version,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    security: [{}, { clientId: [], secret: [] }],
    paths,
    components: {
      schemas: { ...schemas, Error: error },
      parameters: {
        version: {
          name: "Service-Version",
          in: "header",
          required: false,
          description: "The dated version to answer in; else the client's default.",
          schema: { type: "string", examples: [version] },
        },
      },
      securitySchemes: {
        clientId: { type: "apiKey", in: "header", name: "SERVICE-CLIENT-ID" },
        secret: { type: "apiKey", in: "header", name: "SERVICE-SECRET" },
      },
    },
  };
};

const ErrorBody = z.object({
  error_type: z.string(),
  error_code: z.string(),
  error_message: z.string(),
  display_message: z.string().nullable(),
  request_id: z.string(),
});

/** Schemas with a name of their own move to the components, and references follow them there. */
const lifted = (schema: object): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
