import { expect, test } from "vitest";
import type { DashboardSearch } from "../../../protocol/dashboard/dashboard-search.ts";
import { browser, signInOperator } from "../../../testing/test-app/dashboard.ts";
import { sealAggregatorPerson } from "../../domain/institutions/aggregator.ts";
import { callDoor, reader } from "../../doors/gocardless/reader.fixture.ts";
import { callPluggy, listRefs, pluggyGrant, signIn } from "../../doors/pluggy/pluggy.fixture.ts";
import { aggregatorApp } from "./aggregator-app.fixture.ts";

const AINO = "aino@mail.example";
const BANK = "Harbour Bank";

const OWNERS = ["another client", "a person"] as const;

/** The app with a key that its operator gives to one owner. */
const ownedKeyApp = async () => {
  const setup = await aggregatorApp({ variables: { DOORS: "gocardless,pluggy" } });
  const { app, aggregatorId, aggregator } = setup;
  const { store, vault } = app.services;
  const giveTo = async (owner: (typeof OWNERS)[number]): Promise<void> => {
    const [key] = await store.institutions.aggregators();
    if (!key) throw new Error("the key is stored");
    await store.institutions.putAggregator({
      ...key,
      ...(owner === "a person"
        ? { sealedPerson: sealAggregatorPerson(vault, aggregatorId, AINO) }
        : { clientId: "another" }),
    });
    await app.services.reloadInstitutions();
  };
  const refusal = async (path: string, body: object) =>
    (await app.post(path, { ...app.credentials, ...body })).body;
  return {
    ...{ ...setup, giveTo, refusal },
    institution_id: await setup.idOf(BANK),
    /** How many sign-ins were begun with the key. */
    begun: () => aggregator.requests.filter(({ path }) => path.endsWith("/auth")).length,
  };
};

const tokenRequest = (institution_id: string, email_address: string) => ({
  ...{ institution_id, client_name: "Shop", language: "en", country_codes: ["FI"] },
  products: ["transactions"],
  user: { client_user_id: "user-2", email_address },
});

test.each(OWNERS)(
  "a bank by a key of %s is unknown to the API for others, whose calls leave the key alone",
  async (owner) => {
    const { app, giveTo, refusal, institution_id, begun } = await ownedKeyApp();
    await giveTo(owner);
    const unknown = await refusal("/link/token/create", tokenRequest("ins_0", "eero@mail.example"));
    const calls = [
      ["/link/token/create", tokenRequest(institution_id, "eero@mail.example")],
      ["/institutions/get_by_id", { institution_id, country_codes: ["FI"] }],
      [
        "/sandbox/public_token/create",
        { institution_id, initial_products: ["transactions"], options: {} },
      ],
    ] as const;
    for (const [path, body] of calls)
      expect(await refusal(path, body)).toMatchObject({
        error_code: "INVALID_INSTITUTION",
        error_message: unknown.error_message,
      });
    expect(begun()).toBe(0);
    const own = await app.post("/link/token/create", {
      ...app.credentials,
      ...tokenRequest(institution_id, "Aino@Mail.example"),
    });
    expect(own.status).toBe(owner === "a person" ? 200 : 400);
  },
);

test.each(OWNERS)(
  "a link token from before a key was given to %s begins no sign-in with it",
  async (owner) => {
    const { app, giveTo, linkToken, institution_id, begun } = await ownedKeyApp();
    const token = await linkToken({ institution_id });
    const link = await app.startLink({ token });
    await giveTo(owner);
    const { body } = await link.bridge("credentials/submit", {
      ...{ institution_id, credentials: {}, via: "popup" },
    });
    expect(body).toMatchObject({ error_code: "INVALID_INSTITUTION" });
    expect(begun()).toBe(0);
  },
);

test("an Item is renewed by its own key after the key was given to another", async () => {
  const { giveTo, linkItem, begun } = await ownedKeyApp();
  const { access_token } = await linkItem();
  await giveTo("a person");
  await linkItem({ access_token });
  expect(begun()).toBe(2);
});

test("a page without a link token does not say whose banks are shown", async () => {
  const { app, giveTo, institution_id } = await ownedKeyApp();
  const page = {
    ...{ product: ["transactions"], countryCodes: ["FI"] },
    user: { legalName: "Aino Lehto", emailAddress: AINO },
  };
  expect(JSON.stringify((await app.startLink(page)).body)).toContain(BANK);
  await giveTo("a person");
  const link = await app.startLink(page);
  expect(JSON.stringify(link.body)).not.toContain(BANK);
  expect((await link.bridge("institution/select", { institution_id })).body).toMatchObject({
    error_code: "INVALID_INSTITUTION",
  });
});

test.each(OWNERS)(
  "a bank by a key of %s is unknown to applications, but for those with accounts there",
  async (owner) => {
    const { app, giveTo, linkItem, institution_id } = await ownedKeyApp();
    const item = await linkItem();
    const { accounts } = await app.call("/accounts/get", { access_token: item.access_token });
    const refs = listRefs({ ...item, accounts: accounts as { account_id: string }[] });
    await giveTo(owner);
    const connector = `/connectors/${institution_id.replace("ins_", "")}`;
    for (const { granted, status } of [
      { granted: [], status: 404 },
      { granted: refs, status: 200 },
    ]) {
      const { call, tokens } = await reader({ accounts: granted }, app);
      const path = `/institutions/${institution_id}/`;
      expect((await callDoor(app, "GET", path, { token: tokens.access })).status).toBe(status);
      const redirect = "http://localhost:5006/link";
      for (const [where, body] of [
        ["/requisitions/", { redirect, institution_id }],
        ["/agreements/enduser/", { institution_id }],
      ] as const) {
        const answer = await call("POST", where, body);
        expect(answer.status).toBe(400);
        expect(answer.json()).toHaveProperty("institution_id");
      }
      const { keys } = await pluggyGrant(app, granted);
      const apiKey = await signIn(app, keys);
      expect((await callPluggy(app, apiKey, "GET", connector)).status).toBe(status);
      const { accessToken } = (await callPluggy(app, apiKey, "POST", "/connect_token", {})).json;
      expect((await callPluggy(app, accessToken, "GET", connector)).status).toBe(404);
    }
  },
);

test("an application links the bank of its own client's key, which its list has", async () => {
  const { app, institution_id } = await ownedKeyApp();
  const [key] = await app.services.store.institutions.aggregators();
  if (!key) throw new Error("the key is stored");
  const { client_id: clientId } = app.keys;
  await app.services.store.institutions.putAggregator({ ...key, clientId });
  await app.services.reloadInstitutions();
  const { get, requisition } = await reader({}, app);
  expect(JSON.stringify(await get("/institutions/?country=fi"))).toContain(BANK);
  expect(await requisition({ institution_id })).toMatchObject({ institution_id });
});

test.each(OWNERS)(
  "the Dashboard names a bank by a key of %s to the operator alone",
  async (owner) => {
    const { app, giveTo, institution_id } = await ownedKeyApp();
    const { outages } = app.services.store;
    const [kind, beganAt] = ["item_logins", app.services.clock()] as const;
    await outages.begin({ institutionId: institution_id, kind, beganAt, endedAt: null }, []);
    await giveTo(owner);
    const dashboard = browser(app);
    await dashboard.signIn();
    const seen = async () => {
      const { body } = await dashboard.post("search", { text: institution_id });
      const pages = [
        await dashboard.post("overview", {}),
        await dashboard.post("institutions", { search: institution_id }),
        await dashboard.post("institutions/show", { institution_id }),
      ];
      return {
        found: (body as DashboardSearch).found.map(({ name }) => name),
        named: pages.map((page) => JSON.stringify(page.body).includes(BANK)),
      };
    };
    expect(await seen()).toEqual({ found: [], named: [false, false, false] });
    await signInOperator(app, dashboard);
    expect(await seen()).toEqual({ found: [BANK], named: [true, true, true] });
  },
);
