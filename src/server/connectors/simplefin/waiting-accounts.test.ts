import { expect, test } from "vitest";
import { z } from "zod";
import { FORM_WORDS } from "../../../i18n/forms.ts";
import { Holding, Security } from "../../../protocol/investments.ts";
import { openLogin } from "../../domain/connectors/open-login.ts";
import { toConnection } from "../../portal/show-connections.ts";
import { ACCOUNTS, account, bridgeApp } from "./bridge-app.fixture.ts";

type Bridge = Awaited<ReturnType<typeof bridgeApp>>;

/** The sentence above the form of update mode. */
const fetchHelp = async ({ open }: Bridge, access_token: string, language = "en") => {
  const { form } = await open({ access_token, products: undefined, language });
  return JSON.stringify(form);
};

const personView = async ({ app }: Bridge, itemId: string) => {
  const item = await app.services.store.items.byItemId(itemId);
  if (!item) throw new Error("there is no such Item");
  return toConnection({ item, applicationName: "Shop" }, app.services);
};

const WITH_HOLDINGS = [
  ACCOUNTS[0],
  {
    ...ACCOUNTS[1],
    holdings: [
      { id: "h-1", symbol: "LNTN", shares: "3", market_value: "120.50", currency: "USD" },
      { symbol: "no id" },
    ],
  },
];

test.each<[string, object]>([
  ["an error of version 2", { errlist: [{ code: "con.auth", msg: "x", conn_id: "A" }] }],
  [
    "a sentence of version 1",
    { errlist: undefined, errors: ["Connection to Bank A may need attention"] },
  ],
])(
  "%s names the accounts that wait for their user to the application and the user",
  async (_, set) => {
    const bridge = await bridgeApp();
    const { app, linkItem, token, pull, answer } = bridge;
    const { access_token, item_id } = await linkItem({ setup_token: token() });
    await pull();
    expect((await app.call("/item/get", { access_token })).status).not.toHaveProperty(
      "waiting_accounts",
    );
    expect(await personView(bridge, item_id)).not.toHaveProperty("waiting");
    answer(set);
    await pull();
    const { accounts } = await app.call("/accounts/get", { access_token });
    const [{ account_id = "" } = {}] = accounts as { account_id: string }[];
    const { item, status } = await app.call("/item/get", { access_token });
    expect(item).toMatchObject({ error: null });
    expect(status).toMatchObject({
      waiting_accounts: [{ account_id, institution_name: "Bank A" }],
    });
    expect(await personView(bridge, item_id)).toMatchObject({
      status: "connected",
      waiting: ["Bank A · Everyday Checking 1234"],
      matches: [],
    });
    expect(await fetchHelp(bridge, access_token)).toContain(
      FORM_WORDS.en.ownToken.waitingAt("Bank A"),
    );
    expect(await fetchHelp(bridge, access_token, "fr")).toContain(
      FORM_WORDS.fr.ownToken.waitingAt("Bank A"),
    );
    answer({});
    await app.call("/accounts/balance/get", { access_token });
    expect((await app.call("/item/get", { access_token })).status).not.toHaveProperty(
      "waiting_accounts",
    );
  },
);

test("an account that is left out while a bank wants a sign-in waits, too", async () => {
  const { app, linkItem, token, pull, answer } = await bridgeApp();
  const { access_token } = await linkItem({ setup_token: token() });
  answer({ errlist: [{ code: "con.auth", msg: "x", conn_id: "A" }], accounts: [ACCOUNTS[1]] });
  await pull();
  expect((await app.call("/item/get", { access_token })).status).toMatchObject({
    waiting_accounts: [{ institution_name: null }],
  });
});

test("a bank that fails by itself makes no account wait", async () => {
  const { app, linkItem, token, pull, answer } = await bridgeApp();
  const { access_token } = await linkItem({ setup_token: token() });
  answer({ errlist: [{ code: "con.", msg: "x", conn_id: "A" }] });
  await pull();
  expect((await app.call("/item/get", { access_token })).status).not.toHaveProperty(
    "waiting_accounts",
  );
});

test("update mode says that the subscription has ended, until a new token is there", async () => {
  const bridge = await bridgeApp();
  const { app, linkItem, token, open, fail, pull } = bridge;
  const { access_token } = await linkItem({ setup_token: token() });
  fail({ status: 402 });
  await pull();
  expect((await app.call("/item/get", { access_token })).item).toMatchObject({
    error: { error_code: "ITEM_LOGIN_REQUIRED" },
  });
  expect(await fetchHelp(bridge, access_token)).toContain(FORM_WORDS.en.ownToken.unpaid);
  fail(null);
  const { submit } = await open({ access_token, products: undefined });
  await submit({ setup_token: token() });
  expect(await fetchHelp(bridge, access_token)).not.toContain(FORM_WORDS.en.ownToken.unpaid);
});

test("the positions of an account are kept with it, also while its server says nothing of them", async () => {
  const { app, linkItem, token, pull, answer } = await bridgeApp();
  answer({ accounts: WITH_HOLDINGS });
  const { item_id } = await linkItem({ setup_token: token() });
  const holdings = async () => {
    const item = await app.services.store.items.byItemId(item_id);
    const login = item && (await openLogin(app.services, item));
    return Object.values(JSON.parse(login?.connectorState ?? "{}").holdings);
  };
  const kept = [[expect.objectContaining({ symbol: "LNTN", shares: 3, market_value: 120.5 })]];
  expect(await holdings()).toEqual(kept);
  answer({});
  await pull();
  expect(await holdings()).toEqual(kept);
  answer({ accounts: [ACCOUNTS[0], { ...ACCOUNTS[1], holdings: [] }] });
  await pull();
  expect(await holdings()).toEqual([[]]);
});

test("positions are holdings: priced by their value, and without a cost that is not known", async () => {
  const { app, linkItem, token, answer } = await bridgeApp();
  const positions = [
    { id: "h-1", symbol: "LNTN", shares: "3", market_value: "120.50", currency: "USD" },
    { id: "h-2", description: "Own plan", shares: "2", market_value: "40", cost_basis: "0.00" },
    { id: "h-3", symbol: "NOPE", shares: "0", market_value: "0" },
    { id: "h-4", symbol: "LNTN", shares: 1, market_value: 40, cost_basis: 30, currency: "USD" },
  ];
  answer({ accounts: [ACCOUNTS[0], account("ACT-3", "Roth IRA", "C", { holdings: positions })] });
  const { access_token } = await linkItem({ setup_token: token() });
  const read = () => app.call("/investments/holdings/get", { access_token });
  const { holdings, securities } = z
    .object({ holdings: z.array(Holding), securities: z.array(Security) })
    .parse(await read());
  expect(holdings).toMatchObject([
    { quantity: 3, institution_value: 120.5, cost_basis: null, iso_currency_code: "USD" },
    { quantity: 2, institution_price: 20, cost_basis: null, iso_currency_code: null },
    { quantity: 1, institution_value: 40, cost_basis: 30 },
  ]);
  expect(securities.map(({ name, cusip }) => [name, cusip])).toEqual([
    ["LNTN", null],
    ["Own plan", null],
  ]);
  answer({ accounts: ACCOUNTS });
  expect((await read()).holdings).toHaveLength(3);
});
