import { describe, expect, test } from "vitest";
import { LoginForm } from "../../../protocol/link/login-form.ts";
import { COUNTRY_CODES, type CountryCode } from "../../../protocol/vocabulary.ts";
import { linkToken } from "../../../testing/test-app/link-token.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const FRENCH = "ins_940001";
const BRITISH = "ins_116834";
const AMERICAN = "ins_109508";
const DAY = 86_400_000;

type App = Awaited<ReturnType<typeof testApp>>;
type Link = Awaited<ReturnType<App["startLink"]>>;

const select = async (link: Link, institution_id: string) => {
  const { status, body } = await link.bridge("institution/select", { institution_id });
  expect(status).toBe(200);
  const { request_id: _, ...form } = body;
  return LoginForm.parse(form);
};
const give = (link: Link, institution_id: string, version: string) =>
  link.bridge("consent/give", { institution_id, version });
const signIn = (link: Link, institution_id: string) =>
  link.bridge("credentials/submit", {
    institution_id,
    credentials: { username: "user_good", password: "pass_good" },
  });
const asking = (countryCodes: string[]) => ({ product: ["auth", "transactions"], countryCodes });

describe("consent is asked for", () => {
  test("a country's institution requires consent, with its data and duration", async () => {
    const { startLink } = await testApp();
    const french = await select(await startLink({ ...asking(["FR"]), language: "fr" }), FRENCH);
    expect(french.consent).toEqual({
      version: "2026-12",
      scope: ["auth", "transactions"],
      days: 180,
      terms_url: "/legal/terms?language=fr",
      privacy_url: "/legal/privacy?language=fr",
      operator: "service-link",
    });
    const british = await select(await startLink(asking(["GB"])), BRITISH);
    expect(british.consent).toMatchObject({ days: 90, terms_url: "/legal/terms" });
    expect((await select(await startLink(asking(["US"])), AMERICAN)).consent).toBeNull();
    const both = await startLink(asking(["US", "GB"]));
    expect((await select(both, AMERICAN)).consent).toBeNull();
    expect((await select(both, BRITISH)).consent).not.toBeNull();
  });

  test("every European country requires consent, and no other", async () => {
    const { startLink, services } = await testApp();
    const asks = async (country: CountryCode) => {
      const [institution] = services.directory.list({ countryCodes: [country], products: [] });
      const link = await startLink({ product: ["transactions"], countryCodes: [country] });
      return (await select(link, institution?.institutionId ?? "")).consent !== null;
    };
    const asking: string[] = [];
    for (const country of COUNTRY_CODES) if (await asks(country)) asking.push(country);
    expect(asking).toEqual(COUNTRY_CODES.filter((code) => !["US", "CA"].includes(code)));
  });

  test("the consent links to the operator's own legal pages", async () => {
    const { startLink } = await testApp({
      TERMS_URL: "https://acme.example/terms",
      PRIVACY_URL: "https://acme.example/privacy",
    });
    expect((await select(await startLink(asking(["FR"])), FRENCH)).consent).toMatchObject({
      terms_url: "https://acme.example/terms",
      privacy_url: "https://acme.example/privacy",
    });
    await expect(testApp({ TERMS_URL: "javascript:alert(1)" })).rejects.toThrow("TERMS_URL");
  });
});

describe("before anybody has agreed", () => {
  test("credentials are refused before consent", async () => {
    const { startLink } = await testApp();
    const link = await startLink(asking(["FR"]));
    await select(link, FRENCH);
    expect((await signIn(link, FRENCH)).body.error_code).toBe("ADDITIONAL_CONSENT_REQUIRED");
    expect((await give(link, FRENCH, "2026-12")).body).toEqual({ request_id: expect.any(String) });
    expect((await signIn(link, FRENCH)).status).toBe(200);
  });

  test("consent is accepted only for the current text and the selected institution", async () => {
    const { startLink } = await testApp();
    const link = await startLink(asking(["FR", "GB"]));
    await select(link, FRENCH);
    expect((await give(link, FRENCH, "1999-01")).body.error_code).toBe("INVALID_FIELD");
    expect((await give(link, BRITISH, "2026-12")).body.error_code).toBe("INVALID_LINK_SESSION");
    expect((await signIn(link, FRENCH)).status).toBe(400);
  });

  test("consent to one institution does not count for another", async () => {
    const { startLink } = await testApp();
    const link = await startLink(asking(["FR", "GB"]));
    await select(link, FRENCH);
    await give(link, FRENCH, "2026-12");
    expect((await select(link, BRITISH)).consent).not.toBeNull();
    expect((await signIn(link, BRITISH)).status).toBe(400);
  });
});

test("consent is not required twice, and giving it again is accepted", async () => {
  const { startLink } = await testApp();
  const link = await startLink(asking(["FR"]));
  const form = await select(link, FRENCH);
  for (let again = 0; again < 3; again++)
    expect((await give(link, FRENCH, "2026-12")).status).toBe(200);
  expect(await select(link, FRENCH)).toEqual({ ...form, consent: null });
});

test("consent is stored with the Item, with its expiration", async () => {
  const app = await testApp();
  const { startLink, advanceClock, call, services } = app;
  const connect = async (country: string, institution_id: string) => {
    const link = await startLink({ ...asking([country]), accountSelection: "disabled" });
    await select(link, institution_id);
    const givenAt = services.clock();
    if (country !== "US") await give(link, institution_id, "2026-12");
    advanceClock(1000);
    const { body } = await signIn(link, institution_id);
    const { public_token } = body.connection as { public_token: string };
    const { access_token, item_id } = await call("/item/public_token/exchange", { public_token });
    const { item } = await call("/item/get", { access_token });
    const consents = await services.store.consents.ofItem(String(item_id));
    return { link, givenAt, item: item as { consent_expiration_time: string | null }, consents };
  };
  const british = await connect("GB", BRITISH);
  const expiresAt = british.givenAt + 90 * DAY;
  expect(british.item.consent_expiration_time).toBe(new Date(expiresAt).toISOString());
  expect(british.consents).toEqual([
    {
      linkSessionId: british.link.linkSessionId,
      itemId: expect.any(String),
      clientId: app.keys.client_id,
      institutionId: BRITISH,
      version: "2026-12",
      scope: ["auth", "transactions"],
      givenAt: british.givenAt,
      expiresAt,
    },
  ]);
  const american = await connect("US", AMERICAN);
  expect(american.item.consent_expiration_time).toBeNull();
  expect(american.consents).toEqual([]);
});

test("update mode requires consent again, in sessions of any country", async () => {
  const { startLink, advanceClock, call } = await testApp();
  const link = await startLink({ ...asking(["GB"]), accountSelection: "disabled" });
  await select(link, BRITISH);
  await give(link, BRITISH, "2026-12");
  const { public_token } = (await signIn(link, BRITISH)).body.connection as {
    public_token: string;
  };
  const { access_token } = await call("/item/public_token/exchange", { public_token });
  advanceClock(91 * DAY);
  const { link_token } = await call("/link/token/create", {
    access_token,
    client_name: "Shop",
    language: "en",
    country_codes: ["US"],
    user: { client_user_id: "user-1" },
  });
  const update = await startLink({ token: link_token });
  expect((await signIn(update, BRITISH)).body.error_code).toBe("ADDITIONAL_CONSENT_REQUIRED");
  await give(update, BRITISH, "2026-12");
  expect((await signIn(update, BRITISH)).status).toBe(200);
  expect((await call("/item/get", { access_token })).item).toMatchObject({ error: null });
});

describe("a consent of a user who has Items at the institution", () => {
  /** Consents and signs in, with a link token of the same user. */
  const agreeAndSignIn = async (link: Link) => {
    await select(link, FRENCH);
    await give(link, FRENCH, "2026-12");
    return (await signIn(link, FRENCH)).body;
  };
  const fetchLink = async (app: App, changes: object) =>
    app.startLink({
      token: await linkToken(app, {
        country_codes: ["FR"],
        account_selection: "disabled",
        ...changes,
      }),
    });

  test("a consent is for one Item: the session's next one at the institution requires another", async () => {
    const app = await testApp();
    const { user_id } = await app.call("/user/create", { client_user_id: "user-1" });
    const link = await fetchLink(app, { user_id, enable_multi_item_link: true });
    expect((await agreeAndSignIn(link)).connection).not.toBeNull();
    app.advanceClock(1000);
    expect((await select(link, FRENCH)).consent).not.toBeNull();
    expect((await signIn(link, FRENCH)).body.error_code).toBe("ADDITIONAL_CONSENT_REQUIRED");
    // This login repeats an earlier one, so the session may renew the Item that it connected.
    expect(Object(await agreeAndSignIn(link)).selection.existing).not.toBeNull();
    const { status, body } = await link.bridge("item/renew", {});
    expect([status, body.error_code]).toEqual([200, undefined]);
    const { item_id } = await app.call("/item/public_token/exchange", {
      public_token: body.public_token,
    });
    expect(await app.services.store.consents.ofItem(String(item_id))).toMatchObject([
      { givenAt: app.services.clock() },
    ]);
  });

  test("a consent prolongs no Item that shares more than it names", async () => {
    const app = await testApp();
    await agreeAndSignIn(await fetchLink(app, { products: ["auth", "transactions"] }));
    const fewer = await agreeAndSignIn(await fetchLink(app, { products: ["auth"] }));
    expect(fewer).toMatchObject({ selection: null, connection: expect.anything() });
    const same = await agreeAndSignIn(await fetchLink(app, { products: ["auth", "transactions"] }));
    expect(Object(same.selection).existing).not.toBeNull();
  });
});
