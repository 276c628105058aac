import { describe, expect, test, vi } from "vitest";
import { LoginResponse, StartSessionResponse } from "../../protocol/bridge.ts";
import type { Numbers } from "../../protocol/numbers.ts";
import type { VerificationStatus } from "../../protocol/vocabulary.ts";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import type { ItemAccount } from "../domain/items/item.ts";

const HOUNDSTOOTH = { institution_id: "ins_109512" };
const BY_HAND = { institution_id: "ins_900000" };
const USER = { user: { legalName: "Jane Doe", emailAddress: "jane@mail.example" } };
const HOUR = 3_600_000;

type App = Awaited<ReturnType<typeof testApp>>;
type Link = Awaited<ReturnType<App["startLink"]>>;

const code = ({ body }: { body: Record<string, unknown> }) => body.error_code;
const parsed = ({ body }: { body: Record<string, unknown> }) => {
  const { request_id: _, ...answer } = body;
  return LoginResponse.parse(answer);
};
const statusesOf = (accounts: { verification_status?: unknown }[] | null | undefined) =>
  accounts?.map(({ verification_status }) => verification_status);
/** What the API answers about an Item, whether it refuses or not. */
const ask = async ({ post, keys }: App, path: string, body: object) => {
  const { client_id, secret } = keys;
  return (await post(path, { client_id, secret, ...body })).body;
};
const setStatus = (
  { call }: App,
  access_token: string,
  { account }: ItemAccount,
  verification_status: VerificationStatus,
) =>
  call("/sandbox/item/set_verification_status", {
    access_token,
    account_id: account.account_id,
    verification_status,
  });
const exchange = async ({ call }: App, public_token: string | undefined) =>
  String((await call("/item/public_token/exchange", { public_token })).access_token);

describe("accounts that the institution does not vouch for", () => {
  const signIn = async (app: App, config: object, credentials: object) => {
    const link = await app.startLink({ product: ["auth"], ...config });
    await link.bridge("institution/select", HOUNDSTOOTH);
    return link.bridge("credentials/submit", { ...HOUNDSTOOTH, credentials });
  };
  const pending = async (app: App) => {
    const config = { ...USER, accountSelection: "disabled" };
    const answer = await signIn(app, config, {
      username: "user_good",
      password: "microdeposits_good",
    });
    return exchange(app, parsed(answer).connection?.public_token);
  };

  test("can be linked with all Auth features, and say that they are to be proven", async () => {
    const app = await testApp();
    for (const credentials of [
      { username: "user_good", password: "microdeposits_good" },
      { username: "microdeposits_good", password: "pass_good" },
    ]) {
      const { selection } = parsed(await signIn(app, USER, credentials));
      expect(statusesOf(selection?.accounts)).toEqual([
        "pending_automatic_verification",
        "pending_automatic_verification",
      ]);
      expect(code(await signIn(app, {}, credentials))).toBe("NO_ACCOUNTS");
    }
  });

  test("have no numbers for a day, and then have them", async () => {
    const app = await testApp();
    const access_token = await pending(app);
    app.passTime(24 * HOUR - 1);
    expect(await ask(app, "/auth/get", { access_token })).toMatchObject({
      error_code: "PRODUCT_NOT_READY",
    });
    const { accounts } = await ask(app, "/accounts/get", { access_token });
    expect(statusesOf(accounts as [])).toEqual([
      "pending_automatic_verification",
      "pending_automatic_verification",
    ]);
    app.passTime(1);
    const ready = await app.call("/auth/get", { access_token });
    expect((ready.numbers as Numbers).ach).toHaveLength(2);
    expect(statusesOf(ready.accounts as [])).toEqual([
      "automatically_verified",
      "automatically_verified",
    ]);
  });

  test("stay proven where that happens while their user signs in again", async () => {
    const app = await testApp();
    const access_token = await pending(app);
    const { public_token } = await app.call("/item/public_token/create", { access_token });
    const link = await app.startLink({ token: public_token });
    const { sessions, items } = app.services.store;
    const { advance } = sessions;
    vi.spyOn(sessions, "advance").mockImplementationOnce(async (session, move) => {
      const [one] = await items.accounts(session.updateItemId ?? "");
      if (one) await setStatus(app, access_token, one, "automatically_verified");
      return advance(session, move);
    });
    const credentials = { username: "user_good", password: "microdeposits_good" };
    const answer = await link.bridge("credentials/submit", { ...HOUNDSTOOTH, credentials });
    expect(parsed(answer).connection).not.toBeNull();
    const { accounts } = await app.call("/accounts/get", { access_token });
    expect(statusesOf(accounts as [])).toEqual([
      "automatically_verified",
      "pending_automatic_verification",
    ]);
  });

  test("may be proven one by one", async () => {
    const app = await testApp();
    const access_token = await pending(app);
    const { item } = await app.call("/item/get", { access_token });
    const { item_id } = item as { item_id: string };
    const [first, second] = await app.services.store.items.accounts(item_id);
    if (!first || !second) throw new Error("there are two accounts");
    await setStatus(app, access_token, first, "automatically_verified");
    const numbers = async (account: typeof first) => {
      const options = { account_ids: [account.account.account_id] };
      const body = await ask(app, "/auth/get", { access_token, options });
      return body.error_code ?? (body.numbers as Numbers).ach.length;
    };
    expect(await numbers(first)).toBe(1);
    expect(await numbers(second)).toBe("PRODUCT_NOT_READY");
    const { numbers: some } = await app.call("/auth/get", { access_token });
    expect((some as Numbers).ach).toHaveLength(1);
    await setStatus(app, access_token, second, "verification_expired");
    app.passTime(48 * HOUR);
    expect(await numbers(second)).toBe(0);
  });

  test("are nobody's at another institution", async () => {
    const { startLink } = await testApp();
    const link = await startLink(USER);
    await link.bridge("institution/select", { institution_id: "ins_109508" });
    const answer = await link.bridge("credentials/submit", {
      institution_id: "ins_109508",
      credentials: { username: "user_good", password: "microdeposits_good" },
    });
    expect(code(answer)).toBe("INVALID_CREDENTIALS");
  });
});

describe("account numbers by hand", () => {
  const ENTERED = {
    routing_number: "011401533",
    account_number: "1111 2222 3333",
    account_type: "checking",
    agree: "true",
  };
  const enter = (link: Link, changes: object = {}) =>
    link.bridge("credentials/submit", { ...BY_HAND, credentials: { ...ENTERED, ...changes } });
  const entered = async (app: App, config = {}) => {
    const product = ["auth", "transactions"];
    const link = await app.startLink({ product, ...USER, ...config });
    await link.bridge("institution/select", BY_HAND);
    const { connection } = parsed(await enter(link));
    return { connection, access_token: await exchange(app, connection?.public_token) };
  };
  const update = async (app: App, access_token: string, config = {}) => {
    const { public_token } = await app.call("/item/public_token/create", { access_token });
    return app.startLink({ token: public_token, ...config });
  };
  const tell = (link: Link, first_amount: string, second_amount: string) =>
    link.bridge("credentials/submit", { ...BY_HAND, credentials: { first_amount, second_amount } });

  test("can be entered where somebody says whose they are, wants Auth, and is in the US", async () => {
    const { startLink } = await testApp();
    const found = async (config: Record<string, unknown>) => {
      const link = await startLink(config);
      const rows = link.body.institutions as { institution_id: string }[];
      const isListed = rows.some(({ institution_id }) => institution_id === "ins_900000");
      const search = async (query: string) => {
        const { body } = await link.bridge("institutions/search", { query });
        return (body.institutions as { institution_id: string }[]).map((row) => row.institution_id);
      };
      const isFound = (await search("account numbers")).includes("ins_900000");
      expect((await search("Nowhere Bank of Nothing")).includes("ins_900000")).toBe(isFound);
      const isTaken = (await link.bridge("institution/select", BY_HAND)).status === 200;
      expect([isListed, isFound]).toEqual([isTaken, isTaken]);
      return isTaken;
    };
    expect(await found({ product: ["auth", "transactions"], ...USER })).toBe(true);
    expect(await found({ product: ["auth"], countryCodes: ["CA", "US"], ...USER })).toBe(true);
    expect(await found({ product: ["auth"] })).toBe(false);
    expect(await found({ product: ["transactions"], ...USER })).toBe(false);
    expect(await found({ product: ["auth"], countryCodes: ["CA"], ...USER })).toBe(false);
  });

  test("are not an institution for the API", async () => {
    const { call } = await testApp();
    const { institutions } = await call("/institutions/search", {
      query: "by hand",
      country_codes: ["US"],
    });
    expect(JSON.stringify(institutions)).not.toContain("ins_900000");
  });

  test("are asked for in the user's language", async () => {
    const { startLink } = await testApp();
    const link = await startLink({ product: ["auth"], ...USER, language: "fr" });
    const { body } = await link.bridge("institution/select", BY_HAND);
    expect(body).toMatchObject({
      institution: {
        ...BY_HAND,
        name: "Saisie manuelle",
        label: "Saisir les numéros de compte",
      },
      purpose: "numbers",
      url: null,
      consent: null,
    });
    expect(JSON.stringify(body.fields)).toContain("Numéro de compte");
    const found = await link.bridge("institutions/search", { query: "saisir" });
    expect(found.body.institutions).toMatchObject([BY_HAND]);
  });

  test("that cannot be are refused, and can be corrected", async () => {
    const { startLink } = await testApp();
    const link = await startLink({ product: ["auth"], ...USER });
    await link.bridge("institution/select", BY_HAND);
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
    expect(parsed(await enter(link)).connection).not.toBeNull();
  });

  test("make an Item whose one account has to be proven by the amounts that arrive", async () => {
    const app = await testApp();
    const { connection, access_token } = await entered(app);
    expect(connection?.accounts).toMatchObject([
      {
        name: "Checking",
        mask: "3333",
        subtype: "checking",
        verification_status: "pending_manual_verification",
      },
    ]);
    const { item } = await app.call("/item/get", { access_token });
    expect(item).toMatchObject({ ...BY_HAND, products: ["auth"] });
    expect(await ask(app, "/auth/get", { access_token })).toMatchObject({
      error_code: "PRODUCT_NOT_READY",
    });

    const link = await update(app, access_token, USER);
    const { standing } = StartSessionResponse.parse(withoutRequestId(link.body));
    if (standing.at !== "form") throw new Error("it stands at the form");
    expect(standing.form).toMatchObject({
      purpose: "amounts",
      fields: [
        { name: "first_amount", type: "amount", label: "First amount" },
        { name: "second_amount", type: "amount", label: "Second amount" },
      ],
    });
    const told = parsed(await tell(link, "0.02", "0,01")).connection;
    expect(statusesOf(told?.accounts)).toEqual(["manually_verified"]);
    expect(await exchange(app, told?.public_token)).toBe(access_token);
    const { numbers, accounts } = await app.call("/auth/get", { access_token });
    expect((numbers as Numbers).ach).toMatchObject([
      { account: "111122223333", routing: "011401533", wire_routing: null },
    ]);
    expect(statusesOf(accounts as [])).toEqual(["manually_verified"]);
  });

  test("tell the Item's webhook that there are numbers once they are proven, and once only", async () => {
    const app = await testApp();
    const receiver = await testReceiver();
    const { connection, access_token } = await entered(app, { webhook: receiver.url });
    const heard = async () => {
      await app.runJobs();
      const all = receiver.received.splice(0).map(({ body }) => body);
      // The session in Link has webhooks of its own.
      return all.filter(({ webhook_type }) => webhook_type !== "LINK");
    };
    const link = await update(app, access_token, USER);
    await tell(link, "0.09", "0.09");
    expect(await heard()).toEqual([]);
    await tell(link, "0.02", "0.01");
    expect(await heard()).toMatchObject([
      {
        webhook_type: "AUTH",
        webhook_code: "DEFAULT_UPDATE",
        account_ids_with_new_auth: [connection?.accounts?.[0]?.id],
        account_ids_with_updated_auth: [],
      },
    ]);
    const again = await update(app, access_token, USER);
    expect((await tell(again, "0.02", "0.01")).status).toBe(200);
    expect(await heard()).toEqual([]);
  });

  test("are given up after amounts that were wrong three times, in however many sessions", async () => {
    const app = await testApp();
    const { access_token } = await entered(app);
    const one = await update(app, access_token);
    expect(code(await tell(one, "0.01", "0.03"))).toBe("INCORRECT_DEPOSIT_VERIFICATION");
    expect(code(await tell(one, "1", "2"))).toBe("INVALID_FIELD");
    const two = await update(app, access_token);
    expect(code(await tell(two, "0.01", "0.01"))).toBe("INCORRECT_DEPOSIT_VERIFICATION");
    expect(code(await tell(two, "0.03", "0.04"))).toBe("TOO_MANY_VERIFICATION_ATTEMPTS");
    expect(code(await tell(two, "0.01", "0.02"))).toBe("TOO_MANY_VERIFICATION_ATTEMPTS");
    const { accounts } = await app.call("/accounts/get", { access_token });
    expect(statusesOf(accounts as [])).toEqual(["verification_failed"]);
    const { numbers } = await app.call("/auth/get", { access_token });
    expect((numbers as Numbers).ach).toEqual([]);
  });

  test("count one wrong try for one submission, however often it arrives", async () => {
    const app = await testApp();
    const { access_token } = await entered(app);
    const link = await update(app, access_token);
    const body = {
      ...BY_HAND,
      submission_id: crypto.randomUUID(),
      credentials: { first_amount: "0.05", second_amount: "0.06" },
    };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => link.bridge("credentials/submit", body)),
    );
    for (const answer of answers) expect(code(answer)).toBe("INCORRECT_DEPOSIT_VERIFICATION");
    expect(parsed(await tell(link, "0.01", "0.02")).connection).not.toBeNull();
  });

  test("are too late to be proven after seven days", async () => {
    const app = await testApp();
    const { access_token } = await entered(app);
    app.passTime(7 * 24 * HOUR);
    const { accounts } = await app.call("/accounts/get", { access_token });
    expect(statusesOf(accounts as [])).toEqual(["verification_expired"]);
    const { body } = await tell(await update(app, access_token), "0.01", "0.02");
    expect(body.error_message).toContain("not told in time");
    expect(body.display_message).toContain("can no longer be confirmed");
  });
});

const withoutRequestId = ({ request_id: _, ...body }: Record<string, unknown>) => body;
