import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { finishLink } from "../../../testing/test-app/finish-link.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import {
  plainAccount,
  plainSession,
  scriptedApp,
} from "../../connectors/enable-banking/scripted-aggregator.fixture.ts";
import { generateKeys, newClient } from "../../domain/clients/new-client.ts";
import { NEWEST_VERSION } from "../../versions/index.ts";
import {
  account,
  type Custom,
  connect,
  HOME,
  IBAN,
  idsOf,
  OTHER,
  openForm,
  signIn,
} from "./two-ways.fixture.ts";

const FILES = "ins_909999";

test("an account that its user links by another bank is named in Link with that bank, and has one persistent id", async () => {
  const app = await testApp();
  const first = await connect(app, HOME);
  const second = await signIn(app, OTHER, { accounts: [account(IBAN), account(null)] });
  expect(second.linked).toEqual([
    "You already connected this account through Dachsbau Bank (ending in 3000).",
    undefined,
  ]);
  expect(JSON.stringify(second.body)).not.toContain("0532013");
  const [one, other] = await idsOf(app, await finishLink(app, second.link, second.body));
  expect(await idsOf(app, first)).toEqual([one]);
  expect(other).not.toBe(one);
});

test("the sentence is in the language of the session", async () => {
  const app = await testApp();
  await connect(app, HOME);
  const { linked } = await signIn(app, OTHER, { token: { language: "fr" } });
  expect(linked).toEqual([
    "Vous avez déjà connecté ce compte via Dachsbau Bank (se terminant par 3000).",
  ]);
});

test.each([
  ["another customer of the application", { customer: "ben" }],
  ["an account in another currency", { accounts: [account(IBAN, { currency: "USD" })] }],
  ["an account of another number", { accounts: [account("DE02120300000000202051")] }],
  ["an account whose number is not right", { accounts: [account("DE89370400440532013001")] }],
])("nothing is said to, or of, %s", async (_, options) => {
  const app = await testApp();
  await connect(app, HOME);
  const { linked, body } = await signIn(app, OTHER, options);
  expect(linked).toEqual([undefined]);
  expect(JSON.stringify(body)).not.toContain(HOME.name);
});

test("nothing is said of another application's connection, and its ids are others", async () => {
  const app = await testApp();
  const own = await connect(app, HOME);
  const { store, random, clock } = app.services;
  const keys = generateKeys(random);
  const options = { name: "Other", defaultVersion: NEWEST_VERSION };
  await store.clients.add(newClient(keys, { clock, random }, options));
  const { client_id, secret } = keys;
  const call = async (path: string, body: object = {}) =>
    (await app.post(path, { client_id, secret, ...body })).body;
  const { linked, link, body } = await signIn({ ...app, call }, OTHER);
  expect(linked).toEqual([undefined]);
  const ids = await idsOf({ ...app, call }, await finishLink({ ...app, call }, link, body));
  expect(ids).toHaveLength(1);
  expect(ids).not.toEqual(await idsOf(app, own));
});

test("nothing is said of a connection that its user has ended or its application removed", async () => {
  const app = await testApp();
  const access_token = await connect(app, HOME);
  await app.call("/item/remove", { access_token });
  expect((await signIn(app, OTHER)).linked).toEqual([undefined]);
});

test("update mode says nothing of its own Item, and of an account to add what another Item has", async () => {
  const app = await testApp();
  const second = "DE02120300000000202051";
  const accounts = [account(IBAN), account(second)];
  const { link, body } = await signIn(app, HOME, { accounts });
  const [first] = Object(body.selection).accounts;
  const chosen = { selection: { accounts: [first] }, connection: null };
  const access_token = await finishLink(app, link, chosen);
  await connect(app, OTHER, { accounts: [account(second)] });
  const update = await signIn(app, HOME, {
    accounts,
    token: { access_token, products: undefined, update: { account_selection_enabled: true } },
  });
  expect(update.linked).toEqual([
    undefined,
    "You already connected this account through Eulenspree Bank (ending in 2051).",
  ]);
});

test("without a choice of accounts the user is told before the connection is made", async () => {
  const app = await testApp();
  const token = { account_selection: "disabled" };
  const { body: alone } = await signIn(app, HOME, { token });
  expect(alone.selection).toBeNull();
  const { body, link, linked } = await signIn(app, OTHER, { token });
  expect([body.connection, linked]).toEqual([null, [expect.stringContaining(HOME.name)]]);
  await finishLink(app, link, body);
});

test("an account keeps its id at its bank with a pocket of the same IBAN, without a currency and without a number", async () => {
  const { app, linkItem, script } = await scriptedApp({
    aspsps: [{ name: "Cliff Bank", country: "FI", psu_types: ["personal"] }],
  });
  const link = async (accounts: Record<string, unknown>[], fields = {}) => {
    script.session = plainSession(accounts);
    script.details = ({ path }) => ({
      body: accounts.find((one) => path.includes(`/${one.uid}/`)) ?? {},
    });
    return idsOf(app, (await linkItem(fields, "Cliff Bank")).access_token);
  };
  const main = plainAccount();
  const pocket = plainAccount({ uid: "pocket", identification_hash: "hash-pocket" });
  const [first, ...more] = await link([main]);
  expect(more).toEqual([]);
  const both = await link([main, pocket]);
  expect([both.length, both.includes(first), new Set(both).size]).toEqual([2, true, 2]);
  for (const lacking of [{ account_id: null }, { currency: "XXX" }])
    expect(await link([plainAccount(lacking)])).toEqual([first]);
  expect(await link([main])).toEqual([first]);
});

test("a number that becomes known later joins the account with the other Item of its user", async () => {
  const [nameless, numbered] = [plainAccount({ account_id: null }), plainAccount()];
  const banks = ["Cliff Bank", "Dune Bank"].map((name) => ({
    ...{ name, country: "FI", psu_types: ["personal"] },
  }));
  const { app, linkItem, script } = await scriptedApp({ aspsps: banks });
  const link = (account: object, fields = {}, bank = "Cliff Bank") => {
    script.session = plainSession([account]);
    script.details = () => ({ body: account });
    return linkItem(fields, bank);
  };
  const first = await link(nameless);
  const [key] = await idsOf(app, first.access_token);
  await link(numbered, { access_token: first.access_token });
  // The account is the first with this number, and keeps its id.
  expect(await idsOf(app, first.access_token)).toEqual([key]);
  const second = await link(numbered, {}, "Dune Bank");
  expect(await idsOf(app, second.access_token)).toEqual([key]);
  const third = await link(nameless, { user: { client_user_id: "user-2" } });
  const other = await link(numbered, { user: { client_user_id: "user-2" } }, "Dune Bank");
  const [number] = await idsOf(app, other.access_token);
  expect(await idsOf(app, third.access_token)).not.toEqual([number]);
  await link(numbered, {
    ...{ access_token: third.access_token, user: { client_user_id: "user-2" } },
  });
  expect(await idsOf(app, third.access_token)).toEqual([number]);
});

test("a file that names the IBAN is the same account, and its user is told the bank that they named", async () => {
  const app = await testApp();
  const statement = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>EUR
<BANKACCTFROM><BANKID>37040044<ACCTID>${IBAN}<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260102<DTEND>20260102
<STMTTRN><TRNTYPE>OTHER<DTPOSTED>20260102<TRNAMT>-4.14<FITID>1<NAME>SAMPLE-Coffee</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
  const upload = async (bank: string, customer = "ann") => {
    const { link_token } = await app.call("/link/token/create", {
      ...{ client_name: "Shop", language: "en", country_codes: ["DE"], products: ["transactions"] },
      user: { client_user_id: customer },
    });
    const link = await app.startLink({ token: link_token });
    await openForm(link, FILES);
    const file = gzipSync(statement).toString("base64");
    const { body } = await link.bridge("credentials/submit", {
      ...{ institution_id: FILES, credentials: { file, bank } },
    });
    if (body.error_code) throw new Error(JSON.stringify(body));
    return {
      link,
      body,
      linked: Object(body.selection).accounts?.map((one: Custom) => one.linked),
    };
  };
  const first = await upload("Lantern Bank");
  const fromFile = await idsOf(app, await finishLink(app, first.link, first.body));
  const second = await signIn(app, HOME);
  expect(second.linked).toEqual([
    "You already connected this account through Lantern Bank (ending in 3000).",
  ]);
  expect(await idsOf(app, await finishLink(app, second.link, second.body))).toEqual(fromFile);
  expect((await upload("Mill Bank")).linked).toEqual([expect.stringContaining("this account")]);
  // The number in a file proves nothing about another user's account, so it does not get that
  // connection's id.
  const foreign = await upload("Lantern Bank", "ben");
  expect(foreign.linked).toEqual([undefined]);
  const cleo = await idsOf(app, await connect(app, HOME, { customer: "cleo" }));
  const forged = await idsOf(app, await finishLink(app, foreign.link, foreign.body));
  const own = await upload("Lantern Bank", "cleo");
  expect(own.linked).toEqual([expect.stringContaining(HOME.name)]);
  expect(await idsOf(app, await finishLink(app, own.link, own.body))).toEqual(cleo);
  for (const ids of [fromFile, cleo]) expect(ids).not.toEqual(forged);
});
