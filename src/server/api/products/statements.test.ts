import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { z } from "zod";
import { StatementsAccount } from "../../../protocol/statements.ts";
import { linkToken } from "../../../testing/test-app/link-token.ts";
import { testReceiver } from "../../../testing/test-app/receiver.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { pdfPages } from "../../documents/pdf/pdf-pages.fixture.ts";
import { money, printedDate } from "../../documents/pdf/printed-text.ts";
import { Fault } from "../../domain/fault.ts";

const DAY = 86_400_000;
const BANK = "ins_109508";
const List = z.object({
  accounts: z.array(StatementsAccount),
  institution_id: z.literal(BANK),
  institution_name: z.literal("First Platypus Bank"),
  item_id: z.string(),
});
const Transactions = z.object({
  transactions: z.array(
    z.object({
      account_id: z.string(),
      amount: z.number(),
      date: z.string(),
      pending: z.boolean(),
      iso_currency_code: z.string().nullable(),
      unofficial_currency_code: z.string().nullable(),
    }),
  ),
});

type App = Awaited<ReturnType<typeof testApp>>;

const fetchList = async ({ call }: App, access_token: string) =>
  List.parse(await call("/statements/list", { access_token }));

const listDates = ({ accounts }: z.infer<typeof List>) =>
  [...new Set(accounts.flatMap(({ statements }) => statements.map((one) => one.date_posted)))]
    .toSorted()
    .map(String);

const ask = ({ post, keys }: App, path: string, body: object) => {
  const { client_id, secret } = keys;
  return post(path, { client_id, secret, ...body });
};

const download = (app: App, access_token: string, statement_id = "") =>
  ask(app, "/statements/download", { access_token, statement_id });

const fetchCode = async (app: App, path: string, body: object) =>
  (await ask(app, path, body)).body.error_code;

const cents = (amount: number) => Math.round(amount * 100);

test("/statements/list has the months of two years that are over, newest first", async () => {
  const app = await testApp();
  const { access_token, item_id } = await app.link(BANK, ["statements"]);
  const list = await fetchList(app, access_token);
  expect(list.item_id).toBe(item_id);
  const [first] = list.accounts;
  expect(first).toMatchObject({ account_type: "depository", account_subtype: "checking" });
  expect(first?.statements[0]).toMatchObject({
    ...{ date_posted: "2025-12-31", month: 12, year: 2025 },
  });
  const dates = first?.statements.map(({ date_posted }) => String(date_posted)) ?? [];
  expect(dates).toHaveLength(24);
  expect(dates).toEqual(dates.toSorted().toReversed());
  expect(list.accounts.map(({ account_type }) => account_type)).not.toContain("investment");
  expect(await fetchList(app, access_token)).toEqual(list);
});

test("a download is the PDF of the month's transactions, to the cent, with its SHA-256", async () => {
  const app = await testApp();
  const { access_token } = await app.link(BANK, ["statements", "transactions"]);
  await app.runJobs();
  const { accounts } = await fetchList(app, access_token);
  const december = { start_date: "2025-12-01", end_date: "2025-12-31", options: { count: 500 } };
  const { transactions } = Transactions.parse(
    await app.call("/transactions/get", { access_token, ...december }),
  );
  for (const { account_id, account_type, statements } of accounts) {
    const answer = await download(app, access_token, statements[0]?.statement_id);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="statement-${statements[0]?.statement_id}.pdf"`,
      "service-content-hash": hash("sha256", answer.bytes),
      "service-request-id": expect.stringMatching(/^[0-9A-Za-z]{15}$/),
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    const lines = pdfPages(answer.bytes).join("\n").split("\n");
    const [opening, closing] = ["Opening balance", "Closing balance"].map((label) =>
      cents(Number(lines[lines.lastIndexOf(label) + 1]?.replace(/[^0-9.-]/g, ""))),
    );
    const own = transactions.filter((one) => one.account_id === account_id && !one.pending);
    expect(own.length).toBeGreaterThan(0);
    const sum = own.reduce((all, { amount }) => all + cents(amount), 0);
    const isDebt = account_type === "credit" || account_type === "loan";
    expect(Number(closing) - Number(opening)).toBe(isDebt ? sum : -sum);
    for (const { amount, date, ...currency } of own) {
      expect(lines).toContain(printedDate(date));
      expect(lines).toContain(money(Math.abs(amount), currency));
    }
  }
});

test("a statement has the same bytes once it was downloaded, whatever comes later", async () => {
  const app = await testApp();
  const { access_token } = await app.link(BANK, ["statements", "transactions"]);
  await app.runJobs();
  const { accounts } = await fetchList(app, access_token);
  const [one] = accounts[0]?.statements ?? [];
  const first = await download(app, access_token, one?.statement_id);
  await app.call("/sandbox/transactions/create", {
    access_token,
    transactions: [
      {
        ...{ date_transacted: "2026-01-14", date_posted: "2026-01-14" },
        ...{ amount: 12.5, description: "Corner Shop" },
      },
    ],
  });
  app.advanceClock(20 * DAY);
  expect(listDates(await fetchList(app, access_token)).at(-1)).toBe("2026-01-31");
  await app.call("/sandbox/item/reset_login", { access_token });
  app.advanceClock(DAY);
  const again = await download(app, access_token, one?.statement_id);
  expect(Buffer.from(again.bytes).equals(first.bytes)).toBe(true);
  // While the user has to sign in, the stored list is returned, and a document that was never
  // downloaded is missing.
  const later = await fetchList(app, access_token);
  expect(later.accounts[0]?.statements[1]?.statement_id).toBe(one?.statement_id);
  const other = later.accounts[0]?.statements[0]?.statement_id;
  expect((await download(app, access_token, other)).body.error_code).toBe("ITEM_LOGIN_REQUIRED");
});

test("a period of the link_token limits the list, and a refresh adds another one", async () => {
  const app = await testApp();
  const receiver = await testReceiver();
  const session = await app.startLink({
    token: await linkToken(app, {
      language: "en",
      products: ["statements"],
      webhook: receiver.url,
      statements: { start_date: "2025-10-01", end_date: "2025-11-30" },
    }),
  });
  const institution = { institution_id: BANK };
  await session.bridge("institution/select", institution);
  const credentials = { username: "user_good", password: "pass_good" };
  const { body } = await session.bridge("credentials/submit", { ...institution, credentials });
  const { accounts } = z
    .object({ accounts: z.array(z.object({ id: z.string() })) })
    .parse(body.selection);
  const account_ids = accounts.map(({ id }) => id);
  const { public_token } = (await session.bridge("accounts/select", { account_ids })).body;
  const exchanged = await app.call("/item/public_token/exchange", { public_token });
  const access_token = String(exchanged.access_token);
  expect(listDates(await fetchList(app, access_token))).toEqual(["2025-10-31", "2025-11-30"]);
  const refresh = { access_token, start_date: "2024-02-01", end_date: "2024-02-29" };
  expect(Object.keys(await app.call("/statements/refresh", refresh))).toEqual(["request_id"]);
  await app.runJobs();
  expect(receiver.received.at(-1)?.body).toMatchObject({
    webhook_type: "STATEMENTS",
    webhook_code: "STATEMENTS_REFRESH_COMPLETE",
    item_id: exchanged.item_id,
    result: "SUCCESS",
    environment: "sandbox",
  });
  const all = ["2024-02-29", "2025-10-31", "2025-11-30"];
  expect(listDates(await fetchList(app, access_token))).toEqual(all);
  await app.call("/statements/refresh", refresh);
  await app.call("/sandbox/item/reset_login", { access_token });
  await app.runJobs();
  expect(receiver.received.map((one) => one.body.result).filter(Boolean)).toEqual([
    "SUCCESS",
    "FAILURE",
  ]);
  expect(listDates(await fetchList(app, access_token))).toEqual(all);
});

test("a refresh before the first list hides nothing of the usual period", async () => {
  const app = await testApp();
  const { access_token } = await app.link(BANK, ["statements"]);
  const period = { start_date: "2025-12-01", end_date: "2025-12-31" };
  await app.call("/statements/refresh", { access_token, ...period });
  await app.runJobs();
  expect(listDates(await fetchList(app, access_token))).toHaveLength(24);
});

test("the refusals say why there is no statement", async () => {
  const app = await testApp();
  const { access_token } = await app.link(BANK, ["statements"]);
  const period = { start_date: "2025-12-01", end_date: "2025-12-31" };
  const paths = [
    ["/statements/list", {}],
    ["/statements/download", { statement_id: "any" }],
    ["/statements/refresh", period],
  ] as const;
  const plain = await app.link("ins_910009", ["transactions"]);
  for (const [path, body] of paths) {
    const code = await fetchCode(app, path, { access_token: plain.access_token, ...body });
    expect(code).toBe("PRODUCTS_NOT_SUPPORTED");
  }
  const other = await app.link(BANK, ["statements"]);
  const { accounts } = await fetchList(app, other.access_token);
  const foreign = accounts[0]?.statements[0]?.statement_id;
  for (const id of ["any", foreign, "../x"]) {
    const { body } = await download(app, access_token, id);
    expect(body).toMatchObject({
      error_code: "INVALID_FIELD",
      error_message: "statement_id must be that of a statement in /statements/list of this Item",
    });
  }
  for (const [wrong, message] of [
    [{ ...period, start_date: "2026-01-01" }, "start_date must not be after end_date"],
    [
      { ...period, start_date: "2023-12-30" },
      "start_date must not be more than 24 months before end_date",
    ],
  ] as const) {
    const { body } = await ask(app, "/statements/refresh", { access_token, ...wrong });
    expect(body).toMatchObject({ error_code: "INVALID_FIELD", error_message: message });
    const token = await ask(app, "/link/token/create", {
      ...{ client_name: "Shop", language: "en", country_codes: ["US"], products: ["statements"] },
      ...{ user: { client_user_id: "u" }, statements: wrong },
    });
    expect(token.body.error_message).toBe(`statements.${message}`);
  }
});

test("an Item that was linked for other data needs its user's consent", async () => {
  const app = await testApp();
  const session = await app.startLink({
    token: await linkToken(app, {
      ...{
        language: "en",
        products: ["transactions"],
        additional_consented_products: ["identity"],
      },
    }),
  });
  const institution = { institution_id: BANK };
  await session.bridge("institution/select", institution);
  const credentials = { username: "user_good", password: "pass_good" };
  const { body } = await session.bridge("credentials/submit", { ...institution, credentials });
  const { accounts } = z
    .object({ accounts: z.array(z.object({ id: z.string() })) })
    .parse(body.selection);
  const account_ids = accounts.map(({ id }) => id);
  const { public_token } = (await session.bridge("accounts/select", { account_ids })).body;
  const { access_token } = await app.call("/item/public_token/exchange", { public_token });
  expect(await fetchCode(app, "/statements/list", { access_token })).toBe(
    "ADDITIONAL_CONSENT_REQUIRED",
  );
});

test("the removal of an Item removes its statements and their documents", async () => {
  const app = await testApp();
  const { access_token, item_id } = await app.link(BANK, ["statements"]);
  const { accounts } = await fetchList(app, access_token);
  const id = accounts[0]?.statements[0]?.statement_id ?? "";
  await download(app, access_token, id);
  const { statements } = app.services.store;
  expect(await statements.document(item_id, id)).not.toBeNull();
  await app.call("/item/remove", { access_token });
  expect(await statements.document(item_id, id)).toBeNull();
  expect(await statements.list(item_id)).toEqual({ period: null, readAt: null, statements: [] });
});

test("a document that is no PDF, too large, missing or not ready is refused, and not kept", async () => {
  const app = await testApp();
  const { access_token, item_id } = await app.link(BANK, ["statements"]);
  const { accounts } = await fetchList(app, access_token);
  const id = accounts[0]?.statements[0]?.statement_id ?? "";
  const { statements } = app.services.directory.connectorOf(BANK);
  if (!statements) throw new Error("the sandbox has statements");
  const answers: [() => Promise<Uint8Array | null>, string][] = [
    [async () => Buffer.from("<html>%PDF-"), "UNSUPPORTED_RESPONSE"],
    [async () => Buffer.alloc(0), "UNSUPPORTED_RESPONSE"],
    [async () => Buffer.alloc(9_000_000, "%PDF-"), "UNSUPPORTED_RESPONSE"],
    [async () => null, "INVALID_FIELD"],
    [() => Promise.reject(new Fault("PRODUCT_NOT_READY")), "PRODUCT_NOT_READY"],
  ];
  const { document } = statements;
  for (const [answer, code] of answers) {
    Object.assign(statements, { document: answer });
    expect((await download(app, access_token, id)).body.error_code).toBe(code);
    expect(await app.services.store.statements.document(item_id, id)).toBeNull();
  }
  Object.assign(statements, { document });
  expect((await download(app, access_token, id)).status).toBe(200);
});
