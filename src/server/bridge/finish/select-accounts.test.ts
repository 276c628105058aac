import { describe, expect, test } from "vitest";
import { LoginResponse } from "../../../protocol/link/bridge.ts";
import { Connection } from "../../../protocol/link/selection.ts";
import { itemWithChoice } from "../../../testing/test-app/account-choice.ts";
import { portalBrowser } from "../../../testing/test-app/portal.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { openOneTimeAddress } from "../../domain/portal-users/one-time-address.ts";

const BANK = { institution_id: "ins_109508" };
const USER = { user: { legalName: "Jane Doe", emailAddress: "jane@mail.example" } };

type App = Awaited<ReturnType<typeof testApp>>;
type Answer = Awaited<ReturnType<App["post"]>>;

const parseBody = <T>(schema: { parse(body: unknown): T }, { status, body }: Answer): T => {
  expect([status, body.error_code]).toEqual([200, undefined]);
  const { request_id: _, ...answer } = body;
  return schema.parse(answer);
};

const signedIn = async (
  { startLink }: App,
  config: Record<string, unknown>,
  credentials: Record<string, string> = { username: "user_good", password: "pass_good" },
  bank = BANK,
) => {
  const link = await startLink(config);
  await link.bridge("institution/select", bank);
  const answer = await link.bridge("credentials/submit", { ...bank, credentials });
  return { link, answer, login: () => parseBody(LoginResponse, answer) };
};

describe("the accounts behind a login", () => {
  test("accounts are offered if all products can be read, and the others name the missing one", async () => {
    const { login } = await signedIn(await testApp(), { product: ["transactions", "auth"] });
    const { selection, challenge, connection } = login();
    expect([challenge, connection]).toEqual([null, null]);
    expect(selection?.accounts.map(({ name }) => name)).toEqual(["Checking", "Savings"]);
    expect(
      selection?.unavailable.map(({ name, missing_product }) => [name, missing_product]),
    ).toEqual([
      ["Certificate of Deposit", "auth"],
      ["Money Market", "auth"],
      ["Credit Card", "auth"],
      ["Traditional IRA", "auth"],
      ["401(k)", "auth"],
      ["Student Loan", "auth"],
      ["Mortgage", "auth"],
    ]);
  });

  test("a login succeeds as long as one account can be shared", async () => {
    const app = await testApp();
    const account = (type: string, subtype: string) => ({ type, subtype });
    const custom = (...override_accounts: object[]) =>
      signedIn(
        app,
        { product: ["auth"] },
        { username: "user_custom", password: JSON.stringify({ override_accounts }) },
      );
    const card = account("credit", "credit card");
    const { answer } = await custom(card);
    expect(answer.body.error_code).toBe("NO_ACCOUNTS");
    const { login } = await custom(card, account("depository", "checking"));
    expect(login().selection?.accounts).toHaveLength(1);
    expect(login().selection?.unavailable).toHaveLength(1);
  });

  test("an account without the session's products cannot be shared", async () => {
    const { link, login } = await signedIn(await testApp(), { product: ["auth"] });
    const { body } = await link.bridge("accounts/select", {
      account_ids: login().selection?.unavailable.map(({ id }) => id),
    });
    expect(body.error_code).toBe("INVALID_ACCOUNT_ID");
  });

  test("accounts have a verification_status with all Auth features only", async () => {
    const app = await testApp();
    const plain = (await signedIn(app, {})).login();
    for (const account of plain.selection?.accounts ?? [])
      expect(account).not.toHaveProperty("verification_status");
    const withFeatures = (await signedIn(app, USER)).login();
    expect(withFeatures.selection?.accounts.length).toBeGreaterThan(0);
    for (const account of withFeatures.selection?.accounts ?? [])
      expect(account.verification_status).toBeNull();
  });
});

describe("how many a user may tick", () => {
  test.each(["one", "several", "all"] as const)(
    "the account selection mode is that of the session: %s",
    async (accountSelection) => {
      const { login } = await signedIn(await testApp(), { accountSelection });
      expect(login().selection?.mode).toBe(accountSelection);
    },
  );

  test("with the mode one, two accounts are refused and one is accepted", async () => {
    const { link, login } = await signedIn(await testApp(), { accountSelection: "one" });
    const ids = login().selection?.accounts.map(({ id }) => id) ?? [];
    expect(ids.length).toBeGreaterThan(1);
    const two = await link.bridge("accounts/select", { account_ids: ids.slice(0, 2) });
    expect([two.status, two.body.error_code]).toEqual([400, "INVALID_FIELD"]);
    const one = await link.bridge("accounts/select", { account_ids: [ids[1], ids[1]] });
    const { accounts } = parseBody(Connection, one);
    expect(accounts?.map(({ id }) => id)).toEqual([ids[1]]);
  });

  test("with account selection disabled all shareable accounts are connected, and the response has none", async () => {
    const app = await testApp();
    const { link, login } = await signedIn(app, { accountSelection: "disabled" });
    const { connection, selection } = login();
    expect(selection).toBeNull();
    expect(connection?.accounts).toBeNull();
    const { access_token } = await app.call("/item/public_token/exchange", {
      public_token: connection?.public_token,
    });
    const { accounts } = (await app.call("/accounts/get", { access_token })) as {
      accounts: { name: string }[];
    };
    expect(accounts.map(({ name }) => name)).toEqual(["Checking", "Savings"]);
    const late = await link.bridge("accounts/select", { account_ids: ["any"] });
    expect(late.body.error_code).toBe("INVALID_LINK_SESSION");
  });

  test("with account selection disabled a challenge still comes first", async () => {
    const app = await testApp();
    const { link, login } = await signedIn(
      app,
      { accountSelection: "disabled" },
      { username: "user_good", password: "mfa_code" },
    );
    expect(login().connection).toBeNull();
    const mfaAnswer = await link.bridge("mfa/submit", { answers: ["1234"] });
    expect(parseBody(LoginResponse, mfaAnswer).connection).not.toBeNull();
  });
});

test("a connection of any product has a manage_url, and names the shared data", async () => {
  const app = await testApp();
  const connect = async (product: string[]) => {
    const { login } = await signedIn(app, { product, accountSelection: "disabled" });
    return Connection.parse(login().connection);
  };
  expect(await connect(["assets"])).toMatchObject({
    kinds: ["Accounts and balances", "Asset report"],
    until: null,
    manage_url: expect.stringMatching(/^\/account\?en#/),
  });
  const { manage_url, public_token } = await connect(["auth"]);
  const [path, key = ""] = manage_url.split("#");
  expect(path).toBe("/account?en");
  const { item_id } = await app.call("/item/public_token/exchange", { public_token });
  expect(openOneTimeAddress(app.services, key).itemId).toBe(item_id);
});

test("selecting an unsupported institution, or one that is down, is refused", async () => {
  const { startLink } = await testApp();
  const link = await startLink();
  for (const [institution_id, trouble, code] of [
    ["ins_133402", "UNSUPPORTED", "INSTITUTION_NO_LONGER_SUPPORTED"],
    ["ins_132361", "DOWN", "INSTITUTION_DOWN"],
    ["ins_132363", "DEGRADED", undefined],
    ["ins_109508", undefined, undefined],
  ]) {
    const { body } = await link.bridge("institutions/search", { query: "platypus" });
    const rows = body.institutions as { institution_id: string; trouble?: string }[];
    const row = rows.find((row) => row.institution_id === institution_id);
    expect([institution_id, row?.trouble]).toEqual([institution_id, trouble]);
    const form = await link.bridge("institution/select", { institution_id });
    expect([institution_id, form.body.error_code]).toEqual([institution_id, code]);
  }
});

describe("a form with more than words in it", () => {
  const SELECT = { institution_id: "ins_910016" };
  const CHECKBOXES = { institution_id: "ins_910017" };
  const good = { username: "user_good", password: "pass_good" };
  const names = ({ login }: Awaited<ReturnType<typeof signedIn>>) =>
    login().selection?.accounts.map(({ name }) => name);

  test("a select field of a form changes the login", async () => {
    const app = await testApp();
    const as = (account_type: string) => signedIn(app, {}, { ...good, account_type }, SELECT);
    expect(names(await as("personal"))).toContain("Checking");
    expect(names(await as("business"))).toContain("Business Checking");
    expect((await as("company")).answer.body.error_code).toBe("INVALID_FIELD");
  });

  test("a required checkbox of a form has to be checked", async () => {
    const app = await testApp();
    const ticking = (own_account: string, remember: string) =>
      signedIn(app, {}, { ...good, own_account, remember }, CHECKBOXES);
    expect(names(await ticking("true", "false"))).toContain("Checking");
    expect((await ticking("false", "true")).answer.body.error_code).toBe("INVALID_FIELD");
    expect((await ticking("on", "true")).answer.body.error_code).toBe("INVALID_FIELD");
  });
});

test("every error of an institution is returned, and the session stays at the form", async () => {
  const { startLink } = await testApp();
  for (const code of [
    "INVALID_SEND_METHOD",
    "ITEM_LOCKED",
    "INSTITUTION_NOT_RESPONDING",
    "UNSUPPORTED_RESPONSE",
    "INTERNAL_SERVER_ERROR",
    "INVALID_LINK_TOKEN",
    "RECAPTCHA_REQUIRED",
    "RECAPTCHA_BAD",
  ]) {
    const link = await startLink();
    await link.bridge("institution/select", BANK);
    const credentials = { username: "user_good", password: `error_${code}` };
    const { body, status } = await link.bridge("credentials/submit", { ...BANK, credentials });
    expect([status, body.error_code]).toEqual([code === "INTERNAL_SERVER_ERROR" ? 500 : 400, code]);
    expect((await link.bridge("institution/select", BANK)).status).toBe(200);
  }
});

test("accounts that were offered and not chosen are no news when the institution lists them", async () => {
  const { app, access_token, item_id, shared, webhooks } = await itemWithChoice(2, {
    products: ["auth"],
  });
  const person = portalBrowser(app);
  await person.openFromLink(item_id);
  await person.post("connection/stop-sharing", { connection_id: item_id, account_id: shared[1] });
  await webhooks();
  await app.call("/accounts/balance/get", { access_token });
  expect(await webhooks()).toEqual([]);
});
