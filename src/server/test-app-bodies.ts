import { z } from "zod";
import type { Endpoint } from "./api/endpoint.ts";
import { exampleOf } from "./http/openapi-example.ts";
import type { testApp } from "./test-app.ts";
import { rotateWebhookKey } from "./webhooks/signature.ts";

type TestApp = Awaited<ReturnType<typeof testApp>>;
type Linked = Awaited<ReturnType<TestApp["link"]>>;
type Body = Record<string, unknown>;

/** What stands in a body for something that the app has, by the name of the field that takes it. */
const MADE: Record<string, (app: TestApp, item: Linked) => Promise<unknown>> = {
  access_token: async (_, { access_token }) => access_token,
  public_token: async ({ call }, { access_token }) =>
    (await call("/item/public_token/create", { access_token })).public_token,
  account_id: async ({ call }, { access_token }) => {
    const { accounts } = await call("/accounts/get", { access_token });
    return z.array(z.object({ account_id: z.string() })).parse(accounts)[0]?.account_id;
  },
  webhook_code: async ({ call }, { access_token }) => {
    await call("/item/webhook/update", { access_token, webhook: "https://shop.example/webhook" });
    return "ERROR";
  },
  key_id: async ({ world }) => rotateWebhookKey(world),
  link_token: async ({ call }) =>
    (
      await call("/link/token/create", {
        client_name: "Shop",
        language: "en",
        country_codes: ["US"],
        products: ["auth"],
        user: { client_user_id: "user-1" },
      })
    ).link_token,
  item_ids: async (_, { item_id }) => [item_id],
  processor_token: async ({ call }) =>
    (await call("/sandbox/processor_token/create", { institution_id: "ins_109508" }))
      .processor_token,
};

/** The request of an endpoint as a JSON Schema. */
export const requestSchemaOf = (endpoint: Endpoint): Body =>
  z.toJSONSchema(endpoint.request, { io: "input" });

/** Items that a path needs to be special. */
const ITEMS: Record<string, (app: TestApp) => Promise<Linked>> = {
  "/sandbox/item/set_verification_status": ({ link }) =>
    link("ins_109512", ["auth"], { override_username: "microdeposits_good" }),
};

/** A body that an endpoint takes: the reference's own example, about something that the app has. */
export const goodBody = async (endpoint: Endpoint, app: TestApp, item: Linked): Promise<Body> => {
  const schema = requestSchemaOf(endpoint);
  const example = z
    .record(z.string(), z.unknown())
    .parse(exampleOf(schema, asBody(schema.$defs), false));
  const linked = (await ITEMS[endpoint.path]?.(app)) ?? item;
  for (const field of Object.keys(example)) {
    const make = MADE[field];
    if (make) example[field] = await make(app, linked);
  }
  return example;
};

const asBody = (value: unknown): Body => z.record(z.string(), z.unknown()).catch({}).parse(value);
