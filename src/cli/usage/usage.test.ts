import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { unguardFormula } from "../../protocol/formula-guard.ts";
import { systemTimers } from "../../server/adapters/timers.ts";
import { createMeter, type Usage } from "../../server/domain/limits/usage.ts";
import { startCountFlush } from "../../server/host/counters.ts";
import { hostileText } from "../../testing/hostile-text.ts";
import { samples } from "../../testing/property-samples.ts";
import { sampleClient } from "../../testing/store-contract/samples.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { printedBy } from "../run-cli.fixture.ts";
import { usageCsv, usageTable } from "./print-usage.ts";

const DAY = 86_400_000;
const charge = { clientId: "client", product: "auth", itemId: "item" } as const;

/** Returns the output of the command. */
const toReport = (args: string[], now = Date.now()) =>
  printedBy(["usage", ...args], { clock: () => now });

test("a successful call is counted once, and a refused one is not", async () => {
  const { call, client, link, post, keys, services, writeUsage } = await testApp();
  const { access_token } = await link();
  for (let at = 0; at < 3; at++) await call("/auth/get", { access_token });
  await call("/accounts/get", { access_token });
  await post("/auth/get", {
    ...keys,
    public_key: undefined,
    access_token,
    options: { account_ids: ["nobody's"] },
  });
  await writeUsage();
  expect(await services.store.usage.totals("2026-01-15", "2026-01-16")).toEqual([
    { clientId: client.clientId, product: "auth", items: 1, calls: 3 },
  ]);
});

test("each call counts for the day of its response, in UTC", async () => {
  const app = await testApp();
  const { access_token } = await app.link();
  await app.call("/auth/get", { access_token });
  app.advanceClock(DAY / 2);
  await app.call("/auth/get", { access_token });
  await app.writeUsage();
  const calls = async (since: string, until: string) =>
    (await app.services.store.usage.totals(since, until))[0]?.calls;
  expect(await calls("2026-01-15", "2026-01-16")).toBe(1);
  expect(await calls("2026-01-16", "2026-01-17")).toBe(1);
});

test("counted usage is written when the server stops", async () => {
  const app = await testApp();
  const { access_token } = await app.link();
  const add = vi.spyOn(app.services.store.usage, "add");
  await app.call("/auth/get", { access_token });
  await app.close();
  expect(add.mock.calls.flatMap(([rows]) => rows)).toMatchObject([{ product: "auth", count: 1 }]);
});

test("usage whose commit was in doubt is counted once", async () => {
  const app = await testApp();
  const { access_token } = await app.link();
  const { usage } = app.services.store;
  const { add } = usage;
  vi.spyOn(usage, "add").mockImplementationOnce(async (...counts) => {
    await add(...counts);
    throw new Error("the connection was lost behind the commit");
  });
  await app.call("/auth/get", { access_token });
  await app.writeUsage();
  await app.writeUsage();
  expect(await usage.totals("2026-01-01", "2026-02-01")).toMatchObject([{ calls: 1 }]);
});

test("usage that could not be written is written the next time, once", async () => {
  const { services } = await testApp();
  const usageRows: Usage[] = [];
  let failures = 2;
  const store = {
    ...services.store,
    usage: {
      ...services.store.usage,
      add: async (rows: readonly Usage[]) => {
        if (failures-- > 0) throw new Error("the disk is full");
        usageRows.push(...rows);
      },
    },
  };
  const meter = createMeter(() => 0);
  const { flush, stop } = startCountFlush(meter, store.usage, {
    failures: { error: () => {} },
    every: systemTimers.every,
  });
  onTestFinished(stop);
  meter.count(charge);
  await flush();
  meter.count(charge);
  await flush();
  meter.count({ ...charge, itemId: "other" });
  await Promise.all([flush(), flush(), flush()]);
  expect(usageRows.map(({ itemId, count }) => [itemId, count])).toEqual([
    ["item", 1],
    ["item", 1],
    ["other", 1],
  ]);
});

const TOTALS = [
  { clientId: "corner-shop", product: "auth" as const, items: 12, calls: 345 },
  { clientId: "corner-shop", product: "transactions" as const, items: 1200, calls: 1_234_567 },
  { clientId: "other", product: "auth" as const, items: 1, calls: 1 },
];

test("a month's usage is a table for a terminal", () => {
  expect(usageTable("2026-11", TOTALS)).toMatchInlineSnapshot(`
    "Usage in November 2026

    client       product       Items      calls
    ───────────────────────────────────────────
    corner-shop  auth             12        345
                 transactions  1,200  1,234,567
    other        auth              1          1
    ───────────────────────────────────────────
                 all                  1,234,913
    "
  `);
  expect(usageTable("2026-11", [])).toBe("Usage in November 2026: none\n");
});

test("clients with names are named next to their ids", () => {
  expect(
    usageTable("2026-11", TOTALS, new Map([["corner-shop", "Corner Shop"]])),
  ).toMatchInlineSnapshot(`
    "Usage in November 2026

    client       name         product       Items      calls
    ────────────────────────────────────────────────────────
    corner-shop  Corner Shop  auth             12        345
                              transactions  1,200  1,234,567
    other                     auth              1          1
    ────────────────────────────────────────────────────────
                              all                  1,234,913
    "
  `);
});

test("a month's usage is CSV for a spreadsheet", () => {
  const [one] = TOTALS;
  const odd = { clientId: 'a "b", c', product: "auth" as const, items: 1, calls: 2 };
  expect(usageCsv("2026-11", one ? [one, odd] : [])).toBe(
    'month,client_id,product,items,calls,client_name\n2026-11,corner-shop,auth,12,345,\n2026-11,"a ""b"", c",auth,1,2,\n',
  );
});

test("a client's name cannot be a formula in a spreadsheet", () => {
  const names = new Map([["corner-shop", "=1+1"]]);
  expect(usageCsv("2026-11", TOTALS.slice(0, 1), names)).toContain(",auth,12,345,'=1+1\n");
});

/** A text after encoding as UTF-8, which removes half surrogate pairs. */
const inUtf8 = (text: string): string => Buffer.from(text).toString();

test("any ids and names of clients are read back cell by cell, and none is a formula", () => {
  const clients = fc.uniqueArray(
    fc.record({ clientId: hostileText(), name: hostileText(), calls: fc.nat() }),
    { selector: ({ clientId }) => clientId, maxLength: 5 },
  );
  fc.assert(
    fc.property(clients, (all) => {
      const names = new Map(all.map(({ clientId, name }) => [clientId, name]));
      const totals = all.map(({ clientId, calls }) => ({
        ...{ clientId, calls, items: 1 },
        product: "auth" as const,
      }));
      const [, ...rows] = parse(usageCsv("2026-11", totals, names), { trim: false });
      const read = rows.map(([month, clientId = "", product, items, calls, name = ""]) => ({
        ...{ month, product, items, calls },
        ...{ clientId: unguardFormula(clientId), name: unguardFormula(name) },
      }));
      expect(read).toEqual(
        all.map(({ clientId, name, calls }) => ({
          ...{ month: "2026-11", product: "auth", items: "1", calls: `${calls}` },
          ...{ clientId: inUtf8(clientId), name: inUtf8(name) },
        })),
      );
      for (const cell of rows.flat()) expect(cell).not.toMatch(/(^|[;\t\r\n])\s*[=+\-@＝＋－＠]/);
    }),
    { numRuns: samples(1000) },
  );
});

test("usage prints the given month, by default this one", async () => {
  const { folder, services } = await testApp();
  await services.store.usage.add([
    { ...charge, day: "2026-11-30", count: 2 },
    { ...charge, day: "2026-12-01", count: 5 },
  ]);
  const csv = ["--data", folder, "--csv"];
  const named = sampleClient({ clientId: "client", name: "Shop, Corner" });
  await services.store.clients.add(named);
  const toRow = (month: string, calls: number) =>
    `month,client_id,product,items,calls,client_name\n${month},client,auth,1,${calls},"Shop, Corner"\n`;
  expect(await toReport([...csv, "--month", "2026-11"])).toBe(toRow("2026-11", 2));
  expect(await toReport(csv, Date.parse("2026-12-24T00:00:00Z"))).toBe(toRow("2026-12", 5));
  for (const month of ["2026-13", "2026-1", "november", ""])
    await expect(toReport([...csv, "--month", month])).rejects.toThrow("--month must be a month");
});
