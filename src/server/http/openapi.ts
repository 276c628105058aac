import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Endpoint } from "../api/endpoint.ts";
import { NEWEST_VERSION } from "../versions/index.ts";
import { CredentialFields } from "./credentials.ts";

type Json = { [key: string]: unknown };

/** Serves the OpenAPI 3.1 document of the newest version at `/openapi.json`. */
export const openApiRoute = (app: FastifyInstance, endpoints: readonly Endpoint[]): void => {
  const document = openApi(endpoints);
  app.get("/openapi.json", (_, reply) =>
    reply.header("access-control-allow-origin", "*").send(document),
  );
};

/** The OpenAPI document derived from the endpoints' own schemas. */
const openApi = (endpoints: readonly Endpoint[]): Json => {
  const schemas: Json = {};
  const collect = (schema: z.ZodType, io: "input" | "output") => {
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
    const body = collect(request.extend(CredentialFields.partial().shape), "input");
    const success = collect(response.extend({ request_id: z.string() }), "output");
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
      version: NEWEST_VERSION,
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
          schema: { type: "string", examples: [NEWEST_VERSION] },
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
