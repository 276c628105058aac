import { expect, test } from "vitest";
import { LoginResponse } from "../../../protocol/link/bridge.ts";
import { StartSessionResponse } from "../../../protocol/link/session-start.ts";
import type { Numbers } from "../../../protocol/numbers.ts";
import { testReceiver } from "../../../testing/test-app/receiver.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const MANUAL_ENTRY = { institution_id: "ins_900000" };
const USER = { user: { legalName: "Jane Doe", emailAddress: "jane@mail.example" } };
const HOUR = 3_600_000;

type App = Awaited<ReturnType<typeof testApp>>;
type Link = Awaited<ReturnType<App["startLink"]>>;

const code = ({ body }: { body: Record<string, unknown> }) => body.error_code;
const toResponse = ({ body }: { body: Record<string, unknown> }) => {
  const { request_id: _, ...answer } = body;
  return LoginResponse.parse(answer);
};
const toStatuses = (accounts: { verification_status?: unknown }[] | null | undefined) =>
  accounts?.map(({ verification_status }) => verification_status);
/** Returns the API's response about an Item, whether success or refusal. */
const postOk = async ({ post, keys }: App, path: string, body: object) => {
  const { client_id, secret } = keys;
  return (await post(path, { client_id, secret, ...body })).body;
};
const exchange = async ({ call }: App, public_token: string | undefined) =>
  String((await call("/item/public_token/exchange", { public_token })).access_token);

const NUMBERS = {
  routing_number: "011401533",
  account_number: "1111 2222 3333",
  account_type: "checking",
  agree: "true",
};
const enter = (link: Link, changes: object = {}) =>
  link.bridge("credentials/submit", { ...MANUAL_ENTRY, credentials: { ...NUMBERS, ...changes } });
const linkManually = async (app: App, config = {}) => {
  const product = ["auth", "transactions"];
  const link = await app.startLink({ product, ...USER, ...config });
  await link.bridge("institution/select", MANUAL_ENTRY);
  const { connection } = toResponse(await enter(link));
  return { connection, access_token: await exchange(app, connection?.public_token) };
};
const update = async (app: App, access_token: string, config = {}) => {
  const { public_token } = await app.call("/item/public_token/create", { access_token });
  return app.startLink({ token: public_token, ...config });
};
const submitAmounts = (link: Link, first_amount: string, second_amount: string) =>
  link.bridge("credentials/submit", {
    ...MANUAL_ENTRY,
    credentials: { first_amount, second_amount },
  });

test("manual entry is offered with a legal name, the product auth, and the US", async () => {
  const { startLink } = await testApp();
  const isOffered = async (config: Record<string, unknown>) => {
    const link = await startLink(config);
    const rows = link.body.institutions as { institution_id: string }[];
    const isListed = rows.some(({ institution_id }) => institution_id === "ins_900000");
    const search = async (query: string) => {
      const { body } = await link.bridge("institutions/search", { query });
      return (body.institutions as { institution_id: string }[]).map((row) => row.institution_id);
    };
    const isFound = (await search("account numbers")).includes("ins_900000");
    expect((await search("Nowhere Bank of Nothing")).includes("ins_900000")).toBe(isFound);
    const isTaken = (await link.bridge("institution/select", MANUAL_ENTRY)).status === 200;
    expect([isListed, isFound]).toEqual([isTaken, isTaken]);
    return isTaken;
  };
  expect(await isOffered({ product: ["auth", "transactions"], ...USER })).toBe(true);
  expect(await isOffered({ product: ["auth"], countryCodes: ["CA", "US"], ...USER })).toBe(true);
  expect(await isOffered({ product: ["auth"] })).toBe(false);
  expect(await isOffered({ product: ["transactions"], ...USER })).toBe(false);
  expect(await isOffered({ product: ["auth"], countryCodes: ["CA"], ...USER })).toBe(false);
});

test("manual entry is not an institution of the API", async () => {
  const { call } = await testApp();
  const { institutions } = await call("/institutions/search", {
    query: "by hand",
    country_codes: ["US"],
  });
  expect(JSON.stringify(institutions)).not.toContain("ins_900000");
});

test("the form of manual entry is in the user's language", async () => {
  const { startLink } = await testApp();
  const link = await startLink({ product: ["auth"], ...USER, language: "fr" });
  const { body } = await link.bridge("institution/select", MANUAL_ENTRY);
  expect(body).toMatchObject({
    institution: {
      ...MANUAL_ENTRY,
      name: "Saisie manuelle",
      label: "Saisir les numéros de compte",
    },
    purpose: "numbers",
    url: null,
    consent: null,
  });
  expect(JSON.stringify(body.fields)).toContain("Numéro de compte");
  const matches = await link.bridge("institutions/search", { query: "saisir" });
  expect(matches.body.institutions).toMatchObject([MANUAL_ENTRY]);
});

test("invalid account numbers are refused, and can be corrected", async () => {
  const { startLink } = await testApp();
  const link = await startLink({ product: ["auth"], ...USER });
  await link.bridge("institution/select", MANUAL_ENTRY);
  for (const [changes, refusal] of [
    [{ routing_number: "011401534" }, "INVALID_ACCOUNT_NUMBER"],
    [{ routing_number: "000000000" }, "INVALID_ACCOUNT_NUMBER"],
    [{ routing_number: "11401533" }, "INVALID_ACCOUNT_NUMBER"],
    [{ account_number: "123" }, "INVALID_ACCOUNT_NUMBER"],
    [{ account_number: "12345678x" }, "INVALID_ACCOUNT_NUMBER"],
    [{ account_type: "loan" }, "INVALID_FIELD"],
    [{ agree: "false" }, "INVALID_FIELD"],
  ] as const)
    expect([changes, code(await enter(link, changes))]).toEqual([changes, refusal]);
  expect(toResponse(await enter(link)).connection).not.toBeNull();
});

test("manual entry creates an Item whose account is verified by the deposit amounts", async () => {
  const app = await testApp();
  const { connection, access_token } = await linkManually(app);
  expect(connection?.accounts).toMatchObject([
    {
      name: "Checking",
      mask: "3333",
      subtype: "checking",
      verification_status: "pending_manual_verification",
    },
  ]);
  const { item } = await app.call("/item/get", { access_token });
  expect(item).toMatchObject({ ...MANUAL_ENTRY, products: ["auth"] });
  expect(await postOk(app, "/auth/get", { access_token })).toMatchObject({
    error_code: "PRODUCT_NOT_READY",
  });

  const link = await update(app, access_token, USER);
  const { resume_point: resumePoint } = StartSessionResponse.parse(withoutRequestId(link.body));
  if (resumePoint.at !== "form") throw new Error("it resumes at the form");
  expect(resumePoint.form).toMatchObject({
    purpose: "amounts",
    fields: [
      { name: "first_amount", type: "amount", label: "First amount" },
      { name: "second_amount", type: "amount", label: "Second amount" },
    ],
  });
  const { connection: afterwards } = toResponse(await submitAmounts(link, "0.02", "0,01"));
  expect(toStatuses(afterwards?.accounts)).toEqual(["manually_verified"]);
  expect(await exchange(app, afterwards?.public_token)).toBe(access_token);
  const { numbers, accounts } = await app.call("/auth/get", { access_token });
  expect((numbers as Numbers).ach).toMatchObject([
    { account: "111122223333", routing: "011401533", wire_routing: null },
  ]);
  expect(toStatuses(accounts as [])).toEqual(["manually_verified"]);
});

test("a manual verification sends the AUTH webhook exactly once", async () => {
  const app = await testApp();
  const receiver = await testReceiver();
  const { connection, access_token } = await linkManually(app, { webhook: receiver.url });
  const webhooks = async () => {
    await app.runJobs();
    const all = receiver.received.splice(0).map(({ body }) => body);
    // Link's session has its own webhooks.
    return all.filter(({ webhook_type }) => webhook_type !== "LINK");
  };
  const link = await update(app, access_token, USER);
  await submitAmounts(link, "0.09", "0.09");
  expect(await webhooks()).toEqual([]);
  await submitAmounts(link, "0.02", "0.01");
  expect(await webhooks()).toMatchObject([
    {
      webhook_type: "AUTH",
      webhook_code: "DEFAULT_UPDATE",
      account_ids_with_new_auth: [connection?.accounts?.[0]?.id],
      account_ids_with_updated_auth: [],
    },
  ]);
  const again = await update(app, access_token, USER);
  expect((await submitAmounts(again, "0.02", "0.01")).status).toBe(200);
  expect(await webhooks()).toEqual([]);
});

test("a manual verification fails after three wrong attempts across sessions", async () => {
  const app = await testApp();
  const { access_token } = await linkManually(app);
  const one = await update(app, access_token);
  expect(code(await submitAmounts(one, "0.01", "0.03"))).toBe("INCORRECT_DEPOSIT_VERIFICATION");
  expect(code(await submitAmounts(one, "1", "2"))).toBe("INVALID_FIELD");
  const two = await update(app, access_token);
  expect(code(await submitAmounts(two, "0.01", "0.01"))).toBe("INCORRECT_DEPOSIT_VERIFICATION");
  expect(code(await submitAmounts(two, "0.03", "0.04"))).toBe("TOO_MANY_VERIFICATION_ATTEMPTS");
  expect(code(await submitAmounts(two, "0.01", "0.02"))).toBe("TOO_MANY_VERIFICATION_ATTEMPTS");
  const { accounts } = await app.call("/accounts/get", { access_token });
  expect(toStatuses(accounts as [])).toEqual(["verification_failed"]);
  const { numbers } = await app.call("/auth/get", { access_token });
  expect((numbers as Numbers).ach).toEqual([]);
});

test("retries of one wrong submission count as one attempt", async () => {
  const app = await testApp();
  const { access_token } = await linkManually(app);
  const link = await update(app, access_token);
  const body = {
    ...MANUAL_ENTRY,
    submission_id: crypto.randomUUID(),
    credentials: { first_amount: "0.05", second_amount: "0.06" },
  };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => link.bridge("credentials/submit", body)),
  );
  for (const answer of answers) expect(code(answer)).toBe("INCORRECT_DEPOSIT_VERIFICATION");
  expect(toResponse(await submitAmounts(link, "0.01", "0.02")).connection).not.toBeNull();
});

test("a manual verification expires after seven days", async () => {
  const app = await testApp();
  const { access_token } = await linkManually(app);
  app.advanceClock(7 * 24 * HOUR);
  const { accounts } = await app.call("/accounts/get", { access_token });
  expect(toStatuses(accounts as [])).toEqual(["verification_expired"]);
  const { body } = await submitAmounts(await update(app, access_token), "0.01", "0.02");
  expect(body.error_message).toContain("not entered in time");
  expect(body.display_message).toContain("can no longer be confirmed");
});

const withoutRequestId = ({ request_id: _, ...body }: Record<string, unknown>) => body;

test("a routing number names its bank, with any products", async () => {
  const app = await testApp();
  const link = await app.startLink({ product: ["auth", "transactions"], ...USER });
  await link.bridge("institution/select", MANUAL_ENTRY);
  const fetchName = async (routing_number: unknown) => {
    const { status, body } = await link.bridge("institutions/name", { routing_number });
    return status === 200 ? body.name : body.error_code;
  };
  expect(await fetchName("804654979")).toBe("First Platypus Bank");
  expect(await fetchName("021000021")).toBeNull();
  for (const malformed of [
    "",
    "01140153",
    "0114015333",
    "8046 5497 9",
    "platypus.",
    11401533,
    null,
  ])
    expect(await fetchName(malformed)).toBe("INVALID_FIELD");
});
