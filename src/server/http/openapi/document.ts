import { z } from "zod";
import type { Endpoint } from "../../api/endpoint.ts";
import { limitsOf } from "../../domain/limits/rate-limits.ts";
import { listChanges } from "../../versions/changelog.ts";
import type { JsonObject } from "../../versions/edit.ts";
import {
  takesPublicKey,
  VERSIONS,
  type VersionedPath,
  type VersionRegistry,
} from "../../versions/index.ts";
import { isJsonObject } from "../body.ts";
import { CredentialFields } from "../credentials.ts";
import { inlineSchema } from "./body-schemas.ts";
import { exampleOf } from "./example.ts";
import { CONTENT_HASH_HEADER, REQUEST_ID_HEADER, refusalResponses } from "./refusals.ts";

/** The OpenAPI document of a version, derived from the endpoints' schemas. */
export const openApiDocument = (
  endpoints: readonly Endpoint[],
  versions: VersionRegistry,
  version: string,
): JsonObject => {
  const schemas: JsonObject = {};
  const collect = (
    schema: z.ZodType,
    io: "input" | "output",
    edit?: (schema: JsonObject) => JsonObject,
  ): JsonObject => {
    // An edited schema is inlined, since a component has one form.
    if (edit) return edit(inlineSchema(schema, io));
    const { $schema: _, $defs, ...json } = z.toJSONSchema(schema, { io }) as JsonObject;
    Object.assign(schemas, toComponents($defs ?? {}));
    return toComponents(json);
  };
  const error = collect(ErrorBody, "output");
  const describeContent = (
    response: Endpoint["response"],
    difference?: VersionedPath["response"],
  ): JsonObject => {
    if (typeof response === "string")
      return { [response]: { schema: { type: "string", format: "binary" } } };
    const whole = response.extend({ request_id: RequestId });
    const schema = collect(whole, "output", difference?.schema);
    const head = exampleOf(inlineSchema(whole, "output"), {}, true);
    // An older version's example is the newest example, downgraded like its responses.
    const example = difference && isJsonObject(head) ? difference.value(head) : head;
    return { "application/json": { schema, example } };
  };
  const paths: JsonObject = {};
  for (const endpoint of endpoints) {
    const { path, request, response } = endpoint;
    const difference = versions(version, path);
    const isByPublicKey = takesPublicKey(version, path);
    const body = collect(
      request.extend(CredentialFields.partial().shape),
      "input",
      difference?.request.schema,
    );
    const success = {
      description: "Success",
      headers: { ...REQUEST_ID_HEADER, ...(endpoint.hasContentHash && CONTENT_HASH_HEADER) },
      content: describeContent(response, difference?.response),
    };
    paths[path] = {
      post: {
        operationId: path.slice(1).replaceAll("/", "_"),
        tags: [toGroup(path)],
        summary: endpoint.summary,
        description: descriptionOf(endpoint),
        ...((endpoint.isOpen || isByPublicKey) && {
          security: [{}, { clientId: [], secret: [] }],
        }),
        parameters: [{ $ref: "#/components/parameters/version" }],
        requestBody: {
          required: true,
          content: {
            "application/json": { schema: body, example: exampleOf(body, schemas, false) },
          },
        },
        responses: {
          200: success,
          ...(endpoint.creates && { 201: { ...success, description: "Created" } }),
          ...refusalResponses(endpoint, isByPublicKey ? ["INVALID_PUBLIC_KEY"] : []),
        },
      },
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "service-link",
      version,
      description: INTRODUCTION,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    security: [{ clientId: [], secret: [] }],
    "x-versions": listChanges()
      .toReversed()
      .map(({ date, changes }) => ({
        date,
        changes: changes.map(({ summary, paths }) => ({ summary, paths })),
      })),
    tags: GROUPS.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: { ...schemas, Error: error },
      parameters: {
        version: {
          name: "Service-Version",
          in: "header",
          required: false,
          description: "The dated version of the response; the client's default if left out.",
          schema: { type: "string", enum: VERSIONS, default: version },
        },
      },
      securitySchemes: {
        clientId: { type: "apiKey", in: "header", name: "SERVICE-CLIENT-ID" },
        secret: { type: "apiKey", in: "header", name: "SERVICE-SECRET" },
      },
    },
  };
};

const INTRODUCTION = [
  "Every request is a POST of a JSON object. The client's keys come as the headers",
  "`SERVICE-CLIENT-ID` and `SERVICE-SECRET`, or as `client_id` and `secret` in the body.",
  "Every answer carries a `request_id`. A refusal has an `error_type` and an `error_code`, words for",
  "a developer in `error_message`, and in `display_message` words for the end user if they can do",
  "something about it. Programs go by `error_code`; the words may change.",
].join(" ");

/** The groups of the reference, by how their paths begin; the first that fits is a path's own. */
const GROUPS = [
  {
    name: "Linking",
    starts: ["/item/public_token/", "/link/"],
    description: "From Link's public_token to an Item's access_token, and back.",
  },
  {
    name: "Items",
    starts: ["/item/", "/accounts/get", "/consent/"],
    description: "An Item and its accounts.",
  },
  {
    name: "Institutions",
    starts: ["/institutions/", "/categories/"],
    description: "The institutions that can be linked.",
  },
  {
    name: "Notifications",
    starts: ["/items/"],
    description: "Changes that institutions and their partners notify us of.",
  },
  { name: "Asset reports", starts: ["/asset_report/"], description: "Reports for lenders." },
  { name: "Processors", starts: ["/processor/"], description: "One account for one processor." },
  {
    name: "Webhooks",
    starts: ["/webhook"],
    description: "The keys that tell a real webhook from a forged one.",
  },
  { name: "Users", starts: ["/user/"], description: "The people behind Items." },
  {
    name: "Consumer reports",
    starts: ["/cra/"],
    description: "Reports about users, for lenders: balances, cash flow and income.",
  },
  { name: "Sandbox", starts: ["/sandbox/"], description: "Only in the sandbox." },
  { name: "Products", starts: ["/"], description: "The data that is read of an Item." },
];

const toGroup = (path: string): string =>
  GROUPS.find(({ starts }) => starts.some((start) => path.startsWith(start)))?.name ?? "Products";

/** Returns the description of an endpoint, with its rate limits. */
function descriptionOf({
  path,
  description,
  limits: endpointLimits,
  sandboxOnly,
}: Endpoint): string {
  const limits = limitsOf(path, endpointLimits, "production", {});
  const rates = [
    ...(limits.item ? [`${limits.item.perMinute} calls a minute for each Item`] : []),
    ...(limits.client ? [`${limits.client.perMinute} calls a minute by each client`] : []),
  ];
  const bound = sandboxOnly ? "" : `At most ${rates.join(", and ")}.`;
  return [description ?? "", bound].filter((text) => text !== "").join("\n\n");
}

const RequestId = z.string().meta({ examples: ["aB3dE6gH9jK2mN5"] });

const ErrorBody = z.object({
  error_type: z.string(),
  error_code: z.string(),
  error_message: z.string(),
  display_message: z.string().nullable(),
  causes: z
    .array(
      z.object({
        error_type: z.string(),
        error_code: z.string(),
        error_message: z.string(),
        display_message: z.string().nullable(),
        item_id: z.string(),
      }),
    )
    .optional()
    .meta({ description: "Why each Item could not be read, in a refusal that is about several." }),
  doubts: z
    .array(z.string())
    .optional()
    .meta({ description: "The doubts about a CSV file, and the sums that do not agree." }),
  csv: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: "The rules by which that file would be read: correct and send them." }),
  request_id: RequestId,
});

/** Moves named schemas to the components, and redirects their references. */
const toComponents = (schema: object): JsonObject =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
