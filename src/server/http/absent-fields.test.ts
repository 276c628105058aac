import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { testApp } from "../../testing/test-app/test-app.ts";
import { loadEndpoints } from "../api/index.ts";
import type { JsonObject } from "../versions/index.ts";
import { parseApiBody } from "./body.ts";
import { bodySchemas } from "./openapi/body-schemas.ts";
import { exampleOf } from "./openapi/example.ts";

const endpoints = await loadEndpoints();

const RECORD: Record<string, string[]> = JSON.parse(
  readFileSync(new URL("nullable-fields.fixture.json", import.meta.url), "utf8"),
);

/** Returns a value of a schema with one field set, inside the necessary objects and lists. */
const withField = (schema: unknown, value: unknown, [name = "", ...rest]: string[]): unknown => {
  if (name === "[]") return [withField(toItems(schema), firstOf(value), rest)];
  const inner = toProperties(schema)[name];
  const known = ownValue(value, name) ?? (inner === undefined ? {} : exampleOf(inner, {}, false));
  return {
    ...Object(value),
    [name]: rest.length === 0 ? null : withField(inner, known, rest),
  };
};

const object = (value: unknown): JsonObject => Object(value);
const ownValue = (value: unknown, name: string) => object(value)[name];
const firstOf = (value: unknown) => (Array.isArray(value) ? value[0] : value);
const listBranches = (schema: unknown): JsonObject[] => [
  object(schema),
  ...[object(schema).anyOf ?? []].flat().map(object),
];
const toProperties = (schema: unknown) =>
  object(listBranches(schema).find(({ properties }) => properties)?.properties);
const toItems = (schema: unknown) => listBranches(schema).find(({ items }) => items)?.items;

/** Whether a schema has the field's enclosing object or list. */
const hasParent = (schema: unknown, [name = "", ...rest]: string[]): boolean => {
  if (rest.length === 0) return true;
  const inner = name === "[]" ? toItems(schema) : toProperties(schema)[name];
  return inner !== undefined && hasParent(inner, rest);
};

/** A value without nulls; with `isWhole`, also without objects and lists that become empty. */
const withoutNulls = (value: unknown, isWhole = false): unknown => {
  if (typeof value !== "object" || value === null) return value;
  const rest = Object.entries(value)
    .filter(([, inner]) => inner !== null && inner !== undefined)
    .map(([name, inner]) => [name, withoutNulls(inner, isWhole)] as const)
    .filter(([, inner]) => !isWhole || JSON.stringify(inner).length > 2);
  return Array.isArray(value) ? rest.map(([, inner]) => inner) : Object.fromEntries(rest);
};

/** The parsed body, or the refusal of a required field that is absent. */
const outcome = ({ request }: (typeof endpoints)[number], body: unknown): unknown => {
  try {
    return withoutNulls(parseApiBody(request, body));
  } catch (failure) {
    expect(String(failure)).toContain("required fields are missing");
    return String(failure);
  }
};

/** The recorded fields of our paths, each with a body that sets the field to null. */
const CASES = endpoints.flatMap((endpoint) => {
  const { request: schema } = bodySchemas(endpoint, null);
  return (RECORD[endpoint.path] ?? []).map((field) => {
    const steps = field.replaceAll("[]", ".[]").split(".");
    const body = withField(schema, exampleOf(schema, {}, false), steps);
    // An object unknown to the path is removed as a whole.
    const isWhole = !hasParent(schema, steps);
    return { endpoint, path: endpoint.path, field, body, isWhole };
  });
});

test("the record has fields of most paths", () => {
  expect(CASES.length).toBeGreaterThan(160);
  expect(new Set(CASES.map(({ path }) => path)).size).toBeGreaterThan(20);
});

describe("null is absent for each field that the public API marks nullable", () => {
  test.each(CASES)("$path $field", ({ endpoint, body, isWhole }) => {
    const expected = outcome(endpoint, withoutNulls(body, isWhole));
    expect(withoutNulls(outcome(endpoint, body), isWhole)).toEqual(withoutNulls(expected, isWhole));
  });
});

test("a null field is absent at every depth, also one that no path knows", async () => {
  const { call } = await testApp();
  const answer = await call("/link/token/create", {
    client_name: "Shop",
    language: "en",
    country_codes: ["US"],
    products: ["auth"],
    optional_products: null,
    access_token: null,
    appearance_mode: null,
    user: { client_user_id: "user-1", phone_number: null, address: null },
    transactions: { days_requested: null },
  });
  expect(answer.link_token).toMatch(/^link-sandbox-/);
});

test("an unknown object is absent if it holds nothing but null, and refused if it holds more, or nothing", async () => {
  const { post, credentials } = await testApp();
  const fetchMessage = async (transfer: unknown) => {
    const body = {
      client_name: "Shop",
      language: "en",
      country_codes: ["US"],
      products: ["auth"],
      user: { client_user_id: "user-1" },
      transfer,
    };
    return (await post("/link/token/create", { ...credentials, ...body })).body.error_message;
  };
  expect(await fetchMessage({ intent_id: null, more: [{ inner: null }] })).toBe(undefined);
  for (const transfer of [{ intent_id: "1" }, { intent_id: null, more: [{ inner: 0 }] }, {}, []])
    expect(await fetchMessage(transfer)).toContain("transfer");
});

test("an empty address, package or look is absent; another empty field is refused", async () => {
  const { call, post, credentials } = await testApp();
  const body = {
    client_name: "Shop",
    language: "en",
    country_codes: ["US"],
    products: ["auth"],
    user: { client_user_id: "user-1" },
    redirect_uri: "",
    webhook: "",
    android_package_name: "",
    link_customization_name: "",
  };
  const { link_token } = await call("/link/token/create", body);
  const { metadata } = await call("/link/token/get", { link_token });
  expect(metadata).toMatchObject({ redirect_uri: null, webhook: null });
  const refused = await post("/link/token/create", { ...credentials, ...body, client_name: "" });
  expect(refused.body.error_message).toBe("client_name must have at least 1 character");
});

test("null in place of a required field is a missing field, and null in a list is refused", async () => {
  const { post, credentials } = await testApp();
  const missing = await post("/accounts/get", { ...credentials, access_token: null });
  expect([missing.body.error_code, missing.body.error_message]).toEqual([
    "MISSING_FIELDS",
    "the following required fields are missing: access_token",
  ]);
  const inList = await post("/accounts/get", {
    ...credentials,
    access_token: "access-sandbox-1",
    options: { account_ids: [null] },
  });
  expect([inList.body.error_code, inList.body.error_message]).toEqual([
    "INVALID_FIELD",
    "options.account_ids[0] must be a string",
  ]);
});
