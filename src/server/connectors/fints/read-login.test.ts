import { describe, expect, onTestFinished, test, vi } from "vitest";
import { dayAt, toDate } from "../../domain/calendar.ts";
import { openLogin } from "../../domain/connectors/open-login.ts";
import { IBAN } from "./fake-bank.fixture.ts";
import { fintsApp } from "./fints-app.fixture.ts";

const OTHER_IBAN = "DE02120300000000202051";

/** An entry of camt.052. */
const entry = (id: string, day: string, amount: string, more = "") =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${id}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Cdtr><Nm>Bäcker ${id}</Nm></Cdtr></RltdPties><RmtInf><Ustrd>Brot ${id}</Ustrd></RmtInf></TxDtls></NtryDtls>${more}</Ntry>`;
const camt = (entries: string[], iban = IBAN) =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.08"><BkToCstmrAcctRpt><Rpt><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>${entries.join("")}</Rpt></BkToCstmrAcctRpt></Document>`,
  ).toString("latin1");
const mt940 = (rows: string[]) =>
  [
    ...[":20:START", ":25:37040044/532013000", ":28C:1/1", ":60F:C260101EUR100,00"],
    ...rows.flatMap((row) => [row, ":86:105?00LASTSCHRIFT?20Miete?32Vermieter"]),
    ":62F:C260120EUR50,00\r\n-",
  ].join("\r\n");

/** The consent that a form in update mode requires. */
const consentIn = (form: Record<string, unknown>): { version: string } => {
  const version = /"version":"([^"]+)"/.exec(JSON.stringify(form))?.[1];
  if (version === undefined) throw new Error("the form asks for no consent");
  return { version };
};

const linked = async (changes: Parameters<typeof fintsApp>[0]) => {
  const fints = await fintsApp({ wantsTan: false, ...changes });
  const { access_token, item_id } = await fints.linkItem(fints.credentials());
  await fints.pull();
  const sync = async () => {
    const { added, removed } = await fints.app.call("/transactions/sync", { access_token });
    return { added: added as { amount: number; name: string; date: string }[], removed };
  };
  const item = async () => (await fints.app.call("/item/get", { access_token })).item;
  return { ...fints, access_token, item_id, sync, item };
};

describe("the rows of an account", () => {
  test.each([
    [
      "camt",
      {
        camt: [
          camt([entry("A", "2026-01-10", "0.10")]),
          camt([entry("B", "2026-01-11", "0.20")]),
          camt([entry("C", "2026-01-12", "1234567890.12")]),
        ],
      },
      [0.1, 0.2, 1234567890.12],
    ],
    [
      "MT940",
      {
        mt940: [mt940([":61:2601100110D0,10NMSCNONREF"]), mt940([":61:2601110111D0,20NMSCNONREF"])],
      },
      [0.1, 0.2],
    ],
  ])("all parts of %s are read, once each and to the cent", async (_, changes, amounts) => {
    const { sync, bank, pull } = await linked(changes);
    const first = await sync();
    expect(first.added.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual(amounts);
    expect(bank.problems).toEqual([]);
    await pull();
    expect((await sync()).added).toHaveLength(amounts.length);
    expect((await sync()).removed).toEqual([]);
  });

  test.each([
    ["ISO 8859-1", (text: string) => text],
    ["UTF-8", (text: string) => Buffer.from(text).toString("latin1")],
  ])("MT940 in %s keeps its umlauts", async (_, encode) => {
    const rows = mt940([":61:2601100110D0,10NMSCNONREF"]).replace("Vermieter", "Müller & Söhne");
    const { sync } = await linked({ mt940: [encode(rows)] });
    expect((await sync()).added).toMatchObject([{ name: "Müller & Söhne" }]);
  });

  test("a document of camt is read in the encoding that it names", async () => {
    const utf8 = camt([entry("A", "2026-01-10", "3.00")]);
    const latin1 = Buffer.from(camt([entry("B", "2026-01-11", "4.00")]), "latin1")
      .toString("utf8")
      .replace('encoding="UTF-8"', 'encoding="ISO-8859-1"');
    const { sync } = await linked({ camt: [utf8, latin1] });
    expect((await sync()).added.map(({ name }) => name).toSorted()).toEqual([
      "Bäcker A",
      "Bäcker B",
    ]);
  });

  test("no request goes further back than a bank lists without a TAN", async () => {
    const { bank, app } = await linked({ camt: [camt([])] });
    const days = bank.messages.flatMap(({ segments }) =>
      segments.flatMap(({ id, elements }) => (id === "HKCAZ" ? (elements[3] ?? []) : [])),
    );
    expect(days.length).toBeGreaterThan(0);
    const today = dayAt(app.services.clock());
    for (const day of days) expect(day >= toDate(today - 89).replaceAll("-", "")).toBe(true);
  });

  test("two equal payments of a day are two, and a row under one id in two parts is one", async () => {
    const twice = entry("NONE", "2026-01-10", "5.00").replace(/<AcctSvcrRef>.*?<.AcctSvcrRef>/, "");
    const { sync } = await linked({
      camt: [
        camt([twice, twice, entry("X", "2026-01-11", "7.00")]),
        camt([entry("X", "2026-01-11", "7.00")]),
      ],
    });
    expect((await sync()).added.map(({ amount }) => amount).toSorted()).toEqual([5, 5, 7]);
  });

  test("a row that cannot be read is left out and named in the log, and removes none", async () => {
    const good = entry("A", "2026-01-10", "3.00");
    const { sync, bank, pull, app } = await linked({ camt: [camt([good])] });
    expect((await sync()).added).toHaveLength(1);
    bank.behaviour.camt = [
      camt([entry("A", "2026-01-10", "secret-amount"), entry("B", "2026-01-11", "4.00")]),
      "<Document>",
    ];
    await pull();
    const { added, removed } = await sync();
    expect(added.map(({ amount }) => amount).toSorted()).toEqual([3, 4]);
    expect(removed).toEqual([]);
    expect(app.logged.find((line) => line.includes("left out"))).toContain("HKCAZ");
    expect(app.logged.join("")).not.toContain("secret-amount");
  });

  test("the statement of another account in an answer is no part of this one", async () => {
    const { sync } = await linked({
      camt: [
        camt([entry("A", "2026-01-10", "3.00")]),
        camt([entry("B", "2026-01-10", "9.00")], OTHER_IBAN),
      ],
    });
    expect((await sync()).added.map(({ amount }) => amount)).toEqual([3]);
  });

  test("noted rows are pending until they are booked", async () => {
    const { sync } = await linked({
      camt: [camt([])],
      noted: camt([entry("N", "2026-01-14", "2.00")]),
    });
    expect((await sync()).added).toMatchObject([{ amount: 2, pending: true }]);
  });

  test("an account whose orders are refused leaves the others readable", async () => {
    const { item, sync } = await linked({
      camt: [camt([entry("A", "2026-01-10", "3.00")])],
      refusedOrders: ["HKSAL"],
    });
    expect(await item()).toMatchObject({ error: null });
    expect((await sync()).added).toHaveLength(1);
  });
});

describe("a login whose user is away", () => {
  test("a bank that wants a TAN again is asked once, and no more before the user signs in", async () => {
    const { bank, pull, item, open, access_token, credentials } = await linked({
      camt: [camt([])],
    });
    bank.behaviour.wantsTan = true;
    const before = bank.messages.length;
    await pull();
    expect(await item()).toMatchObject({ error: { error_code: "ITEM_LOGIN_REQUIRED" } });
    const asked = bank.messages.length;
    expect(asked).toBeGreaterThan(before);
    await pull();
    await pull();
    expect(bank.messages).toHaveLength(asked);
    const { link, form, submit } = await open({ access_token, products: undefined });
    expect(JSON.stringify(form)).toContain("every few months");
    const { institution_id, version } = { institution_id: "ins_2837040044", ...consentIn(form) };
    await link.bridge("consent/give", { institution_id, version });
    expect((await submit(credentials())).body.challenge).toMatchObject({ type: "code" });
  });

  test("a PIN that was changed is sent once by all Items of the login together", async () => {
    const fints = await linked({ camt: [camt([])] });
    const { bank, pull, item, credentials } = fints;
    await fints.linkItem(credentials(), { user: { client_user_id: "user-2" } });
    await pull();
    bank.behaviour.pin = "77777";
    const before = bank.messages.length;
    for (let day = 0; day < 5; day++) await pull(day === 0 ? 0.5 : 1);
    expect(bank.messages.slice(before).filter(({ pin }) => pin === "12345")).toHaveLength(1);
    expect(await item()).toMatchObject({ error: { error_code: "ITEM_LOGIN_REQUIRED" } });
  });

  test("the method of the login before is chosen at its renewal", async () => {
    const { bank, pull, open, access_token, credentials } = await linked({ camt: [camt([])] });
    bank.behaviour.methods = [
      { id: 902, name: "photoTAN" },
      { id: 910, name: "chipTAN manuell" },
    ];
    bank.behaviour.wantsTan = true;
    await pull();
    const { link, form, submit } = await open({ access_token, products: undefined });
    const { institution_id, version } = { institution_id: "ins_2837040044", ...consentIn(form) };
    await link.bridge("consent/give", { institution_id, version });
    expect((await submit(credentials())).body.challenge).toMatchObject({
      questions: [{ options: ["photoTAN", "chipTAN manuell"], chosen: "chipTAN manuell" }],
    });
  });

  test("a login that is stopped asks nothing of the bank", async () => {
    const { app, bank, item_id } = await linked({ camt: [camt([])] });
    const item = await app.services.store.items.byItemId(item_id);
    if (!item) throw new Error("no Item");
    const login = await openLogin(app.services, item);
    const before = bank.messages.length;
    const stopped = JSON.stringify({ ...JSON.parse(login.connectorState ?? ""), stopped: "pin" });
    const connector = app.services.directory.connectorOf(login.institutionId);
    const read = connector.balances({ ...login, connectorState: stopped });
    await expect(read).rejects.toThrow(expect.objectContaining({ code: "ITEM_LOGIN_REQUIRED" }));
    expect(bank.messages).toHaveLength(before);
  });

  test("an order that wants a TAN stops the login", async () => {
    const { item } = await linked({ camt: [camt([])], tanOrders: ["HKCAZ"] });
    expect(await item()).toMatchObject({ error: { error_code: "ITEM_LOGIN_REQUIRED" } });
  });
});

describe("an odd bank", () => {
  const binary = (text: string) => `@${text.length}@${text}`;
  const base64 = (text: string) => Buffer.from(text, "latin1").toString("base64");
  test.each([
    ["no base64", { body: "<html>ö</html>" }],
    ["an empty answer", { body: "" }],
    ["another message", { body: base64("HIRMG:1:2+0010::OK.'") }],
    ["too long binary data", { body: base64("HNHBK:1:3+1+300+d+1'HNVSD:2:1+@99999999@x'") }],
    ["an open segment", { body: base64("HNHBK:1:3+1+300+d+1'HIRMG") }],
    [
      "a message in a message",
      {
        body: base64(
          `HNHBK:1:3+1+300+d+1'HNVSD:2:1+${binary(`HNVSD:2:1+${binary("HNVSD:2:1+x'")}'`)}'`,
        ),
      },
    ],
    ["a million segments", { body: base64(`HNHBK:1:3+1+300+d+1'${"A:1:1'".repeat(1_000_000)}`) }],
    ["9 MB", { body: "A".repeat(9 * 1024 * 1024) }],
    ["a redirect", { status: 302, headers: { location: "http://169.254.169.254/" } }],
    ["a failure", { status: 500, body: "java.lang.Exception at muster" }],
  ])("%s is refused, without a word of it in the log or on the console", async (_, reply) => {
    const { open, credentials, bank, app } = await fintsApp({ reply: () => reply });
    const printed = (["log", "warn", "error"] as const).map((name) => vi.spyOn(console, name));
    // Files share one console.
    onTestFinished(() => {
      for (const print of printed) print.mockRestore();
    });
    const { submit } = await open();
    const { status, body } = await submit(credentials());
    expect([status, body.error_code]).toEqual([
      expect.any(Number),
      expect.stringMatching(/^(UNSUPPORTED_RESPONSE|INSTITUTION_DOWN)$/),
    ]);
    expect(bank.messages).toHaveLength(1);
    for (const print of printed) expect(print).not.toHaveBeenCalled();
    expect(app.logged.join("")).not.toMatch(/muster|12345|<html>/);
  });

  test("a list without an end is given up, and its first parts remove nothing", async () => {
    const { bank, pull, sync } = await linked({ camt: [camt([entry("A", "2026-01-10", "3.00")])] });
    expect((await sync()).added).toHaveLength(1);
    const before = bank.messages.length;
    bank.behaviour.camt = Array.from({ length: 100_000 }, () => camt([]));
    await pull();
    const parts = bank.messages.slice(before).filter(({ orders }) => orders.includes("HKCAZ"));
    expect(parts.length).toBeLessThanOrEqual(400);
    await expect(sync()).rejects.toThrow("UNSUPPORTED_RESPONSE");
    bank.behaviour.camt = [camt([entry("A", "2026-01-10", "3.00")])];
    await pull();
    const { added, removed } = await sync();
    expect([added.length, removed]).toEqual([1, []]);
  });
});
