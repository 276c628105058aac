import { describe, expect, test } from "vitest";
import { LoginResponse } from "../../../protocol/link/bridge.ts";
import { StartSessionResponse } from "../../../protocol/link/session-start.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { logIn } from "../../domain/link/login.ts";
import { newItem } from "../../domain/link/new-item.ts";
import { shareableAccountsOf } from "../../domain/link/shareable-accounts.ts";

const BANK = { institution_id: "ins_109508" };
const DAY = 86_400_000;

type App = Awaited<ReturnType<typeof testApp>>;
type Link = Awaited<ReturnType<App["startLink"]>>;

const GOOD = { username: "user_good", password: "pass_good" };
const signIn = (link: Link, credentials: Record<string, string> = GOOD, bank = BANK) =>
  link.bridge("credentials/submit", { ...bank, credentials });
const code = ({ body }: { body: Record<string, unknown> }) => body.error_code;
const startOf = ({ body }: Link) => {
  const { request_id: _, ...answer } = body;
  return StartSessionResponse.parse(answer);
};
const connection = ({ body }: { body: Record<string, unknown> }) => {
  const { request_id: _, ...answer } = body;
  const { connection: result } = LoginResponse.parse(answer);
  if (!result) throw new Error(`the Item is renewed: ${JSON.stringify(body)}`);
  return result;
};

/** An Item, and a session that updates the Item, opened by either kind of token. */
const mending = async (app: App, by: "public" | "link" = "public", config: object = {}) => {
  const item = await app.link("ins_109508", ["auth", "transactions"]);
  return { item, link: await open(app, item.access_token, by, config) };
};
const open = async (app: App, access_token: string, by: string, config: object = {}) => {
  const { public_token } = await app.call("/item/public_token/create", { access_token });
  const { link_token } = await app.call("/link/token/create", {
    client_name: "Shop",
    language: "en",
    country_codes: ["US", "GB"],
    user: { client_user_id: "user-1" },
    access_token,
  });
  return app.startLink({ token: by === "public" ? public_token : link_token, ...config });
};
const fetchItem = async ({ call }: App, access_token: string) =>
  (await call("/item/get", { access_token })).item as Record<string, unknown>;
const fetchAccounts = async ({ call }: App, access_token: string) =>
  (await call("/accounts/get", { access_token })).accounts as { account_id: string }[];

describe.each(["public", "link"] as const)("update mode by a %s token", (by) => {
  test("update mode starts at the form of the Item's institution", async () => {
    const { link } = await mending(await testApp(), by);
    const { update, resume_point: resumePoint, institutions } = startOf(link);
    expect([update, institutions]).toEqual([true, []]);
    if (resumePoint.at !== "form") throw new Error("it resumes at the form");
    expect(resumePoint.form).toMatchObject({ institution: BANK, purpose: "login", consent: null });
  });

  test("the form of update mode names the connection that waits, and since when", async () => {
    const app = await testApp();
    const { item, link } = await mending(app, by);
    const accounts = await fetchAccounts(app, item.access_token);
    const { resume_point: resumePoint } = startOf(link);
    if (resumePoint.at !== "form") throw new Error("it resumes at the form");
    const { renewal } = resumePoint.form;
    const record = await app.services.store.items.byItemId(item.item_id);
    expect(Date.parse(renewal?.since ?? "")).toBe(record?.createdAt);
    expect(renewal?.ended).toBe(false);
    expect(renewal?.accounts).toHaveLength(accounts.length);
    await app.call("/sandbox/item/reset_login", { access_token: item.access_token });
    const { resume_point: later } = startOf(await open(app, item.access_token, by));
    expect("form" in later && later.form.renewal?.ended).toBe(true);
  });

  test("update mode renews the Item, which keeps its ids and tokens", async () => {
    const app = await testApp();
    const { item, link } = await mending(app, by);
    const { access_token, item_id } = item;
    const before = await fetchAccounts(app, access_token);
    const itemBefore = await app.services.store.items.byItemId(item_id);
    const result = connection(await signIn(link));
    expect(await fetchAccounts(app, access_token)).toEqual(before);
    expect(result.accounts?.map(({ id }) => id)).toEqual(
      before.map(({ account_id }) => account_id),
    );
    const { public_token } = result;
    const exchange = await app.call("/item/public_token/exchange", { public_token });
    expect(exchange).toMatchObject({ access_token, item_id });
    const itemAfter = await app.services.store.items.byItemId(item_id);
    expect(itemAfter?.sealedLogin).not.toBe(itemBefore?.sealedLogin);
    const login = app.services.vault.open(`login:${item_id}`, itemAfter?.sealedLogin ?? "");
    expect(JSON.parse(login)).toEqual(GOOD);
  });

  test("update mode has the institution's MFA", async () => {
    const app = await testApp();
    const { item, link } = await mending(app, by);
    const mfaSession = await signIn(link, { ...GOOD, password: "mfa_code" });
    expect(mfaSession.body.challenge).toMatchObject({ type: "code" });
    const { public_token } = connection(await link.bridge("mfa/submit", { answers: ["1234"] }));
    const { access_token } = await app.call("/item/public_token/exchange", { public_token });
    expect(access_token).toBe(item.access_token);
  });

  test("update mode refuses another user's login, and the Item stays as it is", async () => {
    const app = await testApp();
    const { item, link } = await mending(app, by);
    const before = await app.services.store.items.byItemId(item.item_id);
    for (const credentials of [
      { ...GOOD, username: "user_yuppie" },
      { username: "user_custom", password: JSON.stringify({ seed: "else" }) },
    ])
      expect(code(await signIn(link, credentials))).toBe("INVALID_UPDATED_USERNAME");
    expect(await app.services.store.items.byItemId(item.item_id)).toEqual(before);
    connection(await signIn(link));
  });

  test("update mode cannot select another institution", async () => {
    const { link } = await mending(await testApp(), by);
    for (const [path, body] of [
      ["institution/select", { institution_id: "ins_109509" }],
      ["institution/select", BANK],
      ["institutions/search", { query: "bank" }],
    ] as const)
      expect(code(await link.bridge(path, body))).toBe("INVALID_LINK_SESSION");
  });

  test("update mode is refused for a removed Item, also when it is removed in between", async () => {
    const app = await testApp();
    const { item, link } = await mending(app, by);
    const { access_token } = item;
    const mfaSession = await open(app, access_token, by);
    await signIn(mfaSession, { ...GOOD, password: "mfa_code" });
    await app.call("/item/remove", { access_token });
    expect(code(await signIn(link))).toBe("ITEM_NOT_FOUND");
    expect((await mfaSession.bridge("mfa/submit", { answers: ["1234"] })).status).toBe(400);
    const itemAfter = await app.services.store.items.byItemId(item.item_id);
    expect(itemAfter?.sealedLogin).toBe("");
    expect(await app.services.store.items.accounts(item.item_id)).toEqual([]);
  });
});

test("a new login clears the error of the Item", async () => {
  const app = await testApp();
  const login = await logIn(app.services, "ins_109508", GOOD);
  if (login.at !== "accounts") throw new Error("user_good is let in");
  const { created } = newItem(app.services, {
    ...login,
    clientId: app.keys.client_id,
    products: ["auth"],
    webhook: null,
    accounts: shareableAccountsOf(app.services, login.accounts, ["auth"], false).accounts,
    consentExpiresAt: null,
  });
  const { item } = created;
  await app.services.store.items.create({ ...created, item: { ...item, error: "ITEM_LOCKED" } });
  const access_token = app.services.vault.accessToken("sandbox", item.itemId, 0);
  expect((await fetchItem(app, access_token)).error).toMatchObject({ error_code: "ITEM_LOCKED" });
  connection(await signIn(await open(app, access_token, "public")));
  expect((await fetchItem(app, access_token)).error).toBeNull();
});

test("update mode adds no accounts that were not shared before", async () => {
  const app = await testApp();
  const link = await app.startLink({ product: ["transactions"], accountSelection: "one" });
  await link.bridge("institution/select", BANK);
  const { body } = await signIn(link);
  const [first] = (body.selection as { accounts: { id: string }[] }).accounts;
  const end = await link.bridge("accounts/select", { account_ids: [first?.id] });
  const { public_token } = end.body;
  const { access_token } = await app.call("/item/public_token/exchange", { public_token });
  connection(await signIn(await open(app, String(access_token), "public")));
  const accounts = await fetchAccounts(app, String(access_token));
  expect(accounts.map(({ account_id }) => account_id)).toEqual([first?.id]);
});

test("update mode renews the consent from now on", async () => {
  const app = await testApp();
  const bank = { institution_id: "ins_116834" };
  const first = await app.startLink({ countryCodes: ["GB"], accountSelection: "disabled" });
  await first.bridge("institution/select", bank);
  await first.bridge("consent/give", { ...bank, version: "2026-12" });
  const { public_token } = connection(await signIn(first, GOOD, bank));
  const exchange = await app.call("/item/public_token/exchange", { public_token });
  const { access_token, item_id } = exchange as { access_token: string; item_id: string };
  app.advanceClock(60 * DAY);
  for (const by of ["public", "link"]) {
    const link = await open(app, access_token, by);
    const { resume_point: resumePoint } = startOf(link);
    if (resumePoint.at !== "form") throw new Error("it resumes at the form");
    expect(resumePoint.form.consent).toMatchObject({ days: 90, scope: ["auth", "transactions"] });
    expect(code(await signIn(link, GOOD, bank))).toBe("ADDITIONAL_CONSENT_REQUIRED");
    await link.bridge("consent/give", { ...bank, version: "2026-12" });
    connection(await signIn(link, GOOD, bank));
    const until = new Date(app.services.clock() + 90 * DAY).toISOString();
    expect((await fetchItem(app, access_token)).consent_expiration_time).toBe(until);
    app.advanceClock(DAY);
  }
  expect(await app.services.store.consents.ofItem(item_id)).toHaveLength(3);
});

describe("a public token", () => {
  test("update mode by public_token needs no more than the page's clientName", async () => {
    const app = await testApp();
    const { link } = await mending(app, "public", { clientName: "Named", language: "fr" });
    expect(startOf(link)).toMatchObject({ client_name: "Named", language: "fr" });
    const plain = await mending(app);
    expect(startOf(plain.link)).toMatchObject({ client_name: "this application", language: "en" });
    const byKey = { key: app.keys.public_key, env: "sandbox" };
    startOf((await mending(app, "public", byKey)).link);
    expect(code((await mending(app, "public", { key: "other" })).link)).toBe("INVALID_PUBLIC_KEY");
  });

  test("a public_token is used up by a completed session, not by an exited one", async () => {
    const app = await testApp();
    const { access_token } = await app.link();
    const { public_token } = await app.call("/item/public_token/create", { access_token });
    const [otherLink, other, link] = [
      await app.startLink({ token: public_token }),
      await app.startLink({ token: public_token }),
      await app.startLink({ token: public_token }),
    ];
    await signIn(otherLink, { ...GOOD, password: "mfa_code" });
    await otherLink.bridge("session/exit", { status: null });
    const result = connection(await signIn(link));
    expect(code(await app.startLink({ token: public_token }))).toBe("INVALID_PUBLIC_TOKEN");
    const { client_id, secret } = app.keys;
    const byKey = { client_id, secret, public_token };
    expect(code(await app.post("/item/public_token/exchange", byKey))).toBe("INVALID_PUBLIC_TOKEN");
    expect(code(await signIn(other))).toBe("INVALID_PUBLIC_TOKEN");
    const handedOver = { public_token: result.public_token };
    const exchange = await app.call("/item/public_token/exchange", handedOver);
    expect(exchange.access_token).toBe(access_token);
  });

  test("a public_token exchanged during its session ends the session, and the Item stays as it is", async () => {
    const app = await testApp();
    const { access_token, item_id } = await app.link();
    const { public_token } = await app.call("/item/public_token/create", { access_token });
    const link = await app.startLink({ token: public_token });
    const before = await app.services.store.items.byItemId(item_id);
    await app.call("/item/public_token/exchange", { public_token });
    expect(code(await signIn(link))).toBe("INVALID_PUBLIC_TOKEN");
    expect(await app.services.store.items.byItemId(item_id)).toEqual(before);
  });

  test("an unknown or expired public_token is refused", async () => {
    const app = await testApp();
    const { access_token } = await app.link();
    const fresh = async () =>
      String((await app.call("/item/public_token/create", { access_token })).public_token);
    const exchange = await fresh();
    startOf(await app.startLink({ token: exchange }));
    await app.call("/item/public_token/exchange", { public_token: exchange });
    expect(code(await app.startLink({ token: exchange }))).toBe("INVALID_PUBLIC_TOKEN");
    const late = await fresh();
    app.advanceClock(30 * 60_000);
    for (const token of [late, "public-sandbox-1", `public-sandbox-${crypto.randomUUID()}`])
      expect(code(await app.startLink({ token }))).toBe("INVALID_PUBLIC_TOKEN");
    const elsewhere = (await fresh()).replace("sandbox", "production");
    expect(code(await app.startLink({ token: elsewhere }))).toBe("UNAUTHORIZED_ENVIRONMENT");
    const itemAfter = await fresh();
    await app.call("/item/remove", { access_token });
    expect(["ITEM_NOT_FOUND", "INVALID_PUBLIC_TOKEN"]).toContain(
      code(await app.startLink({ token: itemAfter })),
    );
  });
});
