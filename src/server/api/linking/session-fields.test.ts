import { expect, test } from "vitest";
import { LoginResponse } from "../../../protocol/link/bridge.ts";
import { code, linkToken, parseSession } from "../../../testing/test-app/link-token.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

type App = Awaited<ReturnType<typeof testApp>>;

const FULL_BANK = "ins_109508";
/** A bank without identity data. */
const PLAIN_BANK = "ins_910013";
const CREDENTIALS = { username: "user_good", password: "pass_good" };
const ENGLISH = { language: "en", client_name: "Shop" };

/** Signs in at a bank with a link token; returns the bridge's response. */
const signIn = async (app: App, changes: object, institution_id: string | null = FULL_BANK) => {
  const link = await app.startLink({ token: await linkToken(app, { ...ENGLISH, ...changes }) });
  const start = parseSession(link);
  if (institution_id) await link.bridge("institution/select", { institution_id });
  const submit = async (id: string) =>
    link.bridge("credentials/submit", { institution_id: id, credentials: CREDENTIALS });
  return { link, start, submit, answer: await submit(institution_id ?? FULL_BANK) };
};

const offerOf = ({ body }: { body: Record<string, unknown> }) => {
  const { request_id: _, ...answer } = body;
  const { selection } = LoginResponse.parse(answer);
  if (!selection) throw new Error(`there are accounts to choose from: ${JSON.stringify(body)}`);
  return selection;
};

/** Shares all offered accounts, and exchanges the public token. */
const connect = async (app: App, changes: object, institution?: string) => {
  const { link, answer } = await signIn(app, changes, institution);
  const account_ids = offerOf(answer).accounts.map(({ id }) => id);
  const connection = (await link.bridge("accounts/select", { account_ids })).body;
  const { public_token } = connection;
  const { access_token } = await app.call("/item/public_token/exchange", { public_token });
  const item = async () => (await app.call("/item/get", { access_token })).item;
  return { access_token: String(access_token), item, connection };
};

const refusal = async (app: App, path: string, body: object) => {
  const { client_id, secret } = app.keys;
  return code(await app.post(path, { client_id, secret, ...body }));
};

test.each([
  [{ required_if_supported_products: ["auth"] }, "INVALID_FIELD", "auth, which products has"],
  [
    { optional_products: ["income"], additional_consented_products: ["income"] },
    "INVALID_FIELD",
    "additional_consented_products must not have income, which optional_products has",
  ],
  [{ optional_products: ["identity", "identity"] }, "INVALID_FIELD", "a product twice"],
  [{ additional_consented_products: ["balance"] }, "INVALID_FIELD", "transactions, auth, identity"],
  [{ account_filters: {} }, "INVALID_FIELD", "one of depository, credit, loan, investment, other"],
  [{ account_filters: { cash: {} } }, "UNKNOWN_FIELDS", "account_filters.cash"],
  [{ account_filters: { depository: {} } }, "MISSING_FIELDS", "depository.account_subtypes"],
  [
    { account_filters: { depository: { account_subtypes: ["ira"] } } },
    "INVALID_FIELD",
    "must be one of checking, savings, cd, money market, other, all",
  ],
  [{ institution_id: "ins_0" }, "INVALID_INSTITUTION", "institution"],
  [{ institution_id: FULL_BANK, country_codes: ["GB"] }, "INVALID_INSTITUTION", "country_codes"],
  [
    { institution_id: PLAIN_BANK, products: ["identity"] },
    "INVALID_INSTITUTION",
    "does not support identity",
  ],
  [{ institution_id: "ins_133402" }, "INSTITUTION_NO_LONGER_SUPPORTED", "no longer"],
])("/link/token/create refuses %j with %s", async (changes, error, words) => {
  const app = await testApp();
  const { client_id, secret } = app.keys;
  const body = { country_codes: ["US"], products: ["auth"], user: { client_user_id: "user-1" } };
  const answer = await app.post("/link/token/create", {
    ...{ client_id, secret, ...ENGLISH, ...body, ...changes },
  });
  expect([answer.status, code(answer)]).toEqual([400, error]);
  expect(answer.body.error_message).toContain(words);
});

test("only a required product hides the institutions without it", async () => {
  const app = await testApp();
  const isListed = async (changes: object) => {
    const link = await app.startLink({ token: await linkToken(app, changes) });
    const { body } = await link.bridge("institutions/search", { query: "Larkspindle" });
    return JSON.stringify(body.institutions).includes(PLAIN_BANK);
  };
  expect(await isListed({ products: ["auth", "identity"] })).toBe(false);
  expect(await isListed({ required_if_supported_products: ["identity"] })).toBe(true);
  expect(await isListed({ optional_products: ["identity"] })).toBe(true);
  expect(await isListed({ additional_consented_products: ["identity"] })).toBe(true);
});

test("a product that is required if supported is required if the bank has it", async () => {
  const app = await testApp();
  const changes = { products: ["identity"], required_if_supported_products: ["income"] };
  const { accounts, unavailable } = offerOf((await signIn(app, changes)).answer);
  expect(accounts.map(({ type }) => type)).toEqual(accounts.map(() => "depository"));
  expect(unavailable.map(({ missing_product }) => missing_product)).toContain("income");
  expect(await (await connect(app, changes)).item()).toMatchObject({
    billed_products: ["identity", "income"],
  });
  const plain = await connect(
    app,
    { required_if_supported_products: ["identity"], optional_products: ["assets"] },
    PLAIN_BANK,
  );
  expect(await plain.item()).toMatchObject({ products: ["auth"], consented_products: ["auth"] });
});

test("an Item gets an optional product that a shared account has, and no account is turned away for it", async () => {
  const app = await testApp();
  const without = offerOf((await signIn(app, { products: ["identity"] })).answer);
  const changes = { products: ["identity"], optional_products: ["income"] };
  const { accounts } = offerOf((await signIn(app, changes)).answer);
  expect(accounts.length).toBe(without.accounts.length);
  expect(await (await connect(app, changes)).item()).toMatchObject({
    products: ["identity", "income"],
  });
});

test("a product that is consented to in addition is billed once it is called for", async () => {
  const app = await testApp();
  const changes = { additional_consented_products: ["identity"] };
  const { access_token, item, connection } = await connect(app, changes);
  expect(connection.kinds).toEqual(["Accounts and balances", "Account numbers", "Your details"]);
  expect(await item()).toMatchObject({
    billed_products: ["auth"],
    consented_products: ["auth", "identity"],
    available_products: expect.arrayContaining(["identity"]),
  });
  const names = (await signIn(app, changes)).start.trust[0]?.text;
  expect(names).toContain("your details");
  const billed = async () => {
    await app.writeUsage();
    return (await app.services.store.usage.totals("2026-01-01", "2026-02-01")).map(
      ({ product }) => product,
    );
  };
  expect(await billed()).toEqual([]);
  expect((await app.call("/identity/get", { access_token })).accounts).not.toEqual([]);
  expect(await item()).toMatchObject({ billed_products: ["auth", "identity"] });
  expect(await billed()).toEqual(["identity"]);
  await app.call("/accounts/balance/get", { access_token });
  expect(await refusal(app, "/transactions/sync", { access_token })).toBe(
    "ADDITIONAL_CONSENT_REQUIRED",
  );
  expect(await item()).toMatchObject({ consented_products: ["auth", "identity"] });
});

test("without additional_consented_products a call adds any product of the bank", async () => {
  const app = await testApp();
  const { access_token, item } = await connect(app, {});
  await app.call("/identity/get", { access_token });
  expect(await item()).toMatchObject({ products: expect.arrayContaining(["identity"]) });
});

test("in update mode the user agrees to more products, and to all of them for a new period", async () => {
  const app = await testApp();
  const { access_token, item } = await connect(app, { additional_consented_products: [] });
  expect(await refusal(app, "/identity/get", { access_token })).toBe("ADDITIONAL_CONSENT_REQUIRED");
  const update = { access_token, products: [], additional_consented_products: ["identity"] };
  const { link, start, answer, submit } = await signIn(app, update, null);
  expect(code(answer)).toBe("ADDITIONAL_CONSENT_REQUIRED");
  expect(start.resume_point).toMatchObject({
    at: "form",
    form: { consent: { scope: ["auth", "identity"], days: 365 } },
  });
  await link.bridge("consent/give", { institution_id: FULL_BANK, version: "2026-12" });
  expect((await submit(FULL_BANK)).body.connection).toMatchObject({
    kinds: ["Accounts and balances", "Account numbers", "Your details"],
    until: "2027-01-15T12:00:00.000Z",
  });
  expect(await item()).toMatchObject({
    billed_products: ["auth"],
    consented_products: ["auth", "identity"],
    consent_expiration_time: "2027-01-15T12:00:00.000Z",
  });
  expect((await app.call("/identity/get", { access_token })).accounts).not.toEqual([]);
});

test("a reauthorization asks for the consent and the accounts again", async () => {
  const app = await testApp();
  const { access_token, item } = await connect(app, {});
  const update = { reauthorization_enabled: true };
  const { link, start, submit } = await signIn(app, { access_token, products: [], update }, null);
  expect(start.resume_point).toMatchObject({ form: { consent: { scope: ["auth"], days: 365 } } });
  await link.bridge("consent/give", { institution_id: FULL_BANK, version: "2026-12" });
  const { accounts, chosen } = offerOf(await submit(FULL_BANK));
  const [first = ""] = chosen;
  expect(accounts.length).toBeGreaterThan(1);
  await link.bridge("accounts/select", { account_ids: [first] });
  expect(((await app.call("/accounts/get", { access_token })).accounts as object[]).length).toBe(1);
  expect(await item()).toMatchObject({ consent_expiration_time: "2027-01-15T12:00:00.000Z" });
});

test("update mode refuses fields that are about a new Item", async () => {
  const app = await testApp();
  const { access_token } = await app.link();
  const body = { ...ENGLISH, country_codes: ["US"], user: { client_user_id: "user-1" } };
  for (const field of ["required_if_supported_products", "optional_products"])
    expect(
      await refusal(app, "/link/token/create", { ...body, access_token, [field]: ["income"] }),
    ).toBe("INVALID_FIELD");
  expect(
    await refusal(app, "/link/token/create", { ...body, access_token, institution_id: FULL_BANK }),
  ).toBe("INVALID_FIELD");
});

test("account_filters leave out the accounts of other kinds", async () => {
  const app = await testApp();
  const kinds = async (account_filters: object) => {
    const { answer } = await signIn(app, { products: ["identity"], account_filters });
    const { accounts, unavailable } = offerOf(answer);
    expect(unavailable).toEqual([]);
    return [...new Set(accounts.map(({ type, subtype }) => `${type} ${subtype}`))];
  };
  expect(await kinds({ depository: { account_subtypes: ["checking"] } })).toEqual([
    "depository checking",
  ]);
  const both = await kinds({
    depository: { account_subtypes: ["all"] },
    credit: { account_subtypes: ["credit card"] },
  });
  expect(both).toContain("credit credit card");
  expect(both.every((kind) => /^(depository|credit) /.test(kind))).toBe(true);
});

test("a login without an account of these kinds gets a sentence that says so, in its language", async () => {
  const app = await testApp();
  const account_filters = { other: { account_subtypes: ["all"] } };
  const { answer } = await signIn(app, { account_filters });
  expect([code(answer), answer.body.display_message]).toEqual([
    "NO_ACCOUNTS",
    "Shop asks for a kind of account that this login does not have.",
  ]);
  const french = await signIn(app, { account_filters, language: "fr" });
  expect(french.answer.body.display_message).toContain("Shop demande un type de compte");
});

test("account numbers are typed by hand only if the filters let such an account in", async () => {
  const app = await testApp();
  const user = { client_user_id: "1", legal_name: "Jane", email_address: "j@mail.example" };
  const isOffered = async (type: string) => {
    const account_filters = { [type]: { account_subtypes: ["all"] } };
    const link = await app.startLink({ token: await linkToken(app, { user, account_filters }) });
    return parseSession(link).institutions.some(({ label }) => label !== undefined);
  };
  expect([await isOffered("depository"), await isOffered("loan")]).toEqual([true, false]);
});

test("a session with an institution_id begins at its form, and leads back to the list", async () => {
  const app = await testApp();
  const institution_id = PLAIN_BANK;
  const token = await linkToken(app, { institution_id });
  const { client_id: _, ...opening } = {
    client_id: "",
    config: { token },
    origin: "http://localhost",
  };
  expect((await app.post("/bridge/session/prepare", opening)).body.at_list).toBe(false);
  const link = await app.startLink({ token });
  const { resume_point, update, institutions } = parseSession(link);
  expect(resume_point).toMatchObject({ at: "form", form: { institution: { institution_id } } });
  expect([update, institutions.length > 1]).toEqual([false, true]);
  const other = await link.bridge("institution/select", { institution_id: FULL_BANK });
  expect(other.status).toBe(200);
});
