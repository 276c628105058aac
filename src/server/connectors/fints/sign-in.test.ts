import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { IBAN, PICTURE } from "./fake-bank.fixture.ts";
import { fintsApp } from "./fints-app.fixture.ts";

const PHONES: [string, string, string][] = [
  ["M", "Handy", "*** 4711"],
  ["M", "Tablet", "*** 0815"],
];

test("a PIN and a TAN of a reader lead to the accounts, with IBAN, BIC and exact balances", async () => {
  const { open, bank, credentials, app } = await fintsApp();
  const printed = vi.spyOn(console, "log");
  onTestFinished(() => printed.mockRestore());
  const { link, submit, form } = await open();
  expect(form).toMatchObject({
    help: expect.stringContaining("Beispielbank"),
    fields: [
      { name: "user", type: "text" },
      { name: "pin", type: "password" },
    ],
  });
  const asked = await submit(credentials());
  expect(asked.body.challenge).toEqual({
    ...{ type: "code", sent_to: null },
    hint: "Bitte geben Sie den Startcode 4711 ein.",
  });
  const { body } = await link.bridge("mfa/submit", { answers: ["654 321"] });
  expect(body.selection).toMatchObject({ accounts: [{ name: "Girokonto Plus", mask: "3000" }] });
  expect(bank.problems).toEqual([]);
  expect(bank.requests.every(({ url }) => url.pathname === "/fints")).toBe(true);
  expect(printed).not.toHaveBeenCalled();
  for (const secret of ["12345", "654321"]) {
    expect(app.logged.join("")).not.toContain(secret);
    for (const file of readdirSync(app.folder))
      expect(readFileSync(join(app.folder, file)).includes(`"${secret}"`)).toBe(false);
  }
});

test("the picture of a photoTAN is the bank's, to the byte", async () => {
  const { open, credentials } = await fintsApp({
    methods: [{ id: 902, name: "photoTAN", kind: "photoTAN" }],
    picture: PICTURE,
    challenge: "Scannen Sie<br>die Grafik.",
  });
  const { submit } = await open();
  expect((await submit(credentials())).body.challenge).toMatchObject({
    hint: "Scannen Sie die Grafik.",
    picture: `data:image/png;base64,${PICTURE.toString("base64")}`,
  });
});

test("an approval in the bank's app is awaited, by messages without a gap", async () => {
  const { app, open, credentials, bank } = await fintsApp({
    methods: [{ id: 946, name: "App", kind: "decoupled" }],
    pendingPolls: 2,
    challenge: "Bitte in der App bestätigen",
  });
  vi.spyOn(app.services, "pause").mockImplementation(async () => app.advanceClock(1000));
  const { link, submit } = await open();
  const { body } = await submit(credentials());
  expect(body.approval).toMatchObject({ help: expect.stringContaining("in der App best") });
  expect((await link.bridge("redirect/await", {})).body.returned).toBe(true);
  const { body: end } = await link.bridge("redirect/return", {});
  expect(end.selection).toMatchObject({ accounts: [{ mask: "3000" }] });
  expect(bank.problems).toEqual([]);
});

/** A sign-in that waits for an approval, while time passes. */
const waiting = async (changes: Parameters<typeof fintsApp>[0]) => {
  const fints = await fintsApp({
    methods: [{ id: 946, name: "App", kind: "decoupled" }],
    ...changes,
  });
  const { app } = fints;
  vi.spyOn(app.services, "pause").mockImplementation(async () => app.advanceClock(1000));
  const { link, submit } = await fints.open();
  await submit(fints.credentials());
  return { ...fints, link, submit };
};

test("an approval that is declined ends the sign-in, and a next one may begin", async () => {
  const { link, submit, credentials, bank } = await waiting({ declines: true });
  expect((await link.bridge("redirect/await", {})).body.returned).toBe(true);
  const { body } = await link.bridge("redirect/return", {});
  expect(body).toMatchObject({ error_code: "OAUTH_USER_CANCELLED" });
  expect((await submit(credentials())).body.approval).toBeTruthy();
  expect(bank.problems).toEqual([]);
});

test("two frames that wait for one approval send no message twice", async () => {
  const { link, bank } = await waiting({ pendingPolls: 4 });
  const both = await Promise.all([1, 2].map(() => link.bridge("redirect/await", {})));
  expect(both.some(({ body }) => body.returned === true)).toBe(true);
  expect(bank.problems).toEqual([]);
});

test("two people whose dialogs have one id are both asked about at the bank", async () => {
  const { open, credentials, link } = await waiting({ repeatsIds: true });
  expect((await link.bridge("redirect/await", {})).body.returned).toBe(true);
  const other = await open();
  await other.submit(credentials({ user: "beispiel" }));
  expect((await other.link.bridge("redirect/await", {})).body.returned).toBe(true);
});

test("a user chooses among methods, and among the devices of one", async () => {
  const { open, credentials, bank } = await fintsApp({
    methods: [
      { id: 910, name: "chipTAN" },
      { id: 920, name: "smsTAN", needsMedium: true },
    ],
    media: PHONES,
  });
  const { link, submit } = await open();
  expect((await submit(credentials())).body.challenge).toMatchObject({
    type: "selections",
    questions: [{ options: ["chipTAN", "smsTAN"] }],
  });
  const { body } = await link.bridge("mfa/submit", { answers: ["smsTAN"] });
  expect(body.challenge).toMatchObject({
    type: "device",
    devices: [{ mask: "Handy *** 4711" }, { mask: "Tablet *** 0815" }],
  });
  const code = await link.bridge("mfa/submit", { answers: ["1"] });
  expect(code.body.challenge).toMatchObject({ type: "code" });
  const last = bank.messages.at(-1)?.segments.find(({ id }) => id === "HKTAN");
  expect(last?.elements[10]).toEqual(["Tablet"]);
  expect(bank.problems).toEqual([]);
});

test("media that a bank does not list without a TAN are left to the bank", async () => {
  const { open, credentials, bank } = await fintsApp({
    methods: [{ id: 920, name: "smsTAN", needsMedium: true }],
    hidesMedia: true,
  });
  const { submit } = await open();
  expect((await submit(credentials())).body.challenge).toMatchObject({ type: "code" });
  const last = bank.messages.at(-1)?.segments.find(({ id }) => id === "HKTAN");
  expect(last?.elements[10]).toEqual(["default"]);
});

test("media that are no phones are named as the bank names them", async () => {
  const { open, credentials } = await fintsApp({
    methods: [{ id: 910, name: "chipTAN", needsMedium: true }],
    media: [...PHONES, ["G", "Karte 1", ""]],
  });
  const { submit } = await open();
  expect((await submit(credentials())).body.challenge).toMatchObject({
    type: "selections",
    questions: [{ options: ["Handy", "Tablet", "Karte 1"] }],
  });
});

test.each([
  ["9942::PIN falsch."],
  ["9931::Anmeldename oder PIN ist falsch."],
  ["9910::Falsche Angaben."],
  ["9340::Signatur falsch."],
])("a PIN that is refused by %s is sent once, and never again", async (code) => {
  const { open, bank, credentials } = await fintsApp({ refuses: [code] });
  const { submit } = await open();
  const wrong = credentials({ pin: "99999" });
  const first = await submit(wrong);
  expect(first.body).toMatchObject({ error_code: "INVALID_CREDENTIALS" });
  expect(bank.sent("99999")).toBe(1);
  const again = await submit(wrong);
  expect(again.body).toMatchObject({
    error_code: "INVALID_CREDENTIALS",
    display_message: expect.stringContaining("not sent again"),
  });
  const { submit: other } = await open();
  await other(wrong);
  expect(bank.messages).toHaveLength(1);
  bank.behaviour.refuses = null;
  expect((await submit(credentials())).body.challenge).toMatchObject({ type: "code" });
});

test("a wrong PIN that has locked the login is not sent again", async () => {
  const { open, bank, credentials } = await fintsApp({ refuses: ["9942::PIN falsch, gesperrt."] });
  const { submit } = await open();
  const wrong = credentials({ pin: "99999" });
  expect((await submit(wrong)).body).toMatchObject({ error_code: "ITEM_LOCKED" });
  await submit(wrong);
  expect(bank.messages).toHaveLength(1);
});

test("two sign-ins at once send a wrong PIN once", async () => {
  const { open, bank, credentials } = await fintsApp();
  const logins = [await open(), await open(), await open()];
  await Promise.all(logins.map(({ submit }) => submit(credentials({ pin: "99999" }))));
  expect(bank.messages).toHaveLength(1);
});

test("a wrong TAN leads to another one, and a second wrong TAN ends the sign-in", async () => {
  const { open, bank, credentials } = await fintsApp();
  const { link, submit } = await open();
  await submit(credentials());
  const wrong = () => link.bridge("mfa/submit", { answers: ["111111"] });
  expect((await wrong()).body.challenge).toMatchObject({
    hint: "That TAN was not right. Here is another one. Bitte geben Sie den Startcode 4711 ein.",
  });
  expect((await wrong()).body).toMatchObject({
    error_code: "INVALID_CREDENTIALS",
    display_message: expect.stringContaining("Two TANs"),
  });
  expect(bank.problems).toEqual([]);
  // The PIN was right, and may be sent again.
  expect((await submit(credentials())).body.challenge).toMatchObject({ type: "code" });
});

test.each([["9931::Zugang gesperrt."], ["3938::Zugang vorläufig gesperrt."]])(
  "a login that is locked by %s says so",
  async (code) => {
    const { open, credentials } = await fintsApp({ refuses: [code] });
    const { submit } = await open();
    expect((await submit(credentials())).body).toMatchObject({ error_code: "ITEM_LOCKED" });
  },
);

test.each([
  ["9078::Produkt nicht registriert.", "INSTITUTION_REGISTRATION_REQUIRED"],
  ["9000::Wartungsarbeiten, bitte später.", "INSTITUTION_DOWN"],
  ["9010::Auftrag abgelehnt.", "INVALID_CREDENTIALS"],
])("%s is refused as %s", async (code, error_code) => {
  const { open, credentials } = await fintsApp({ refuses: [code] });
  const { submit } = await open();
  expect((await submit(credentials())).body).toMatchObject({ error_code });
});

test("a customer of one of several branches names its bank code", async () => {
  const { open, bank, credentials } = await fintsApp({}, ["37040044", "50010517"]);
  const { submit, form } = await open();
  expect(form).toMatchObject({
    fields: [{}, {}, { name: "bank_code", type: "select", options: [{}, {}] }],
  });
  await submit(credentials({ bank_code: "50010517" }));
  expect(bank.messages[0]?.segments.find(({ id }) => id === "HKIDN")?.elements[0]).toEqual([
    "280",
    "50010517",
  ]);
});

test("the IBAN and the BIC are the account's numbers, and the balances are exact", async () => {
  const { app, linkItem, credentials } = await fintsApp({ wantsTan: false });
  const { access_token } = await linkItem(credentials(), { products: ["auth"] });
  expect(await app.call("/auth/get", { access_token })).toMatchObject({
    accounts: [
      { balances: { current: 1234.56, available: 1734.56, limit: 500, iso_currency_code: "EUR" } },
    ],
    numbers: { international: [{ iban: IBAN, bic: "COBADEFFXXX" }] },
  });
});

test("a bank is listed, but not reached, without a product ID", async () => {
  const { app, open, bank } = await fintsApp({}, ["37040044"], null);
  expect((await open()).form).toMatchObject({
    error_code: "INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT",
  });
  const { institutions } = await app.call("/institutions/search", {
    ...{ query: "Beispielbank", country_codes: ["DE"] },
  });
  expect(institutions).toHaveLength(1);
  expect(bank.messages).toEqual([]);
});
