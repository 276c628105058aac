import { expect, test } from "vitest";
import type { PrintableReport } from "../../domain/asset-reports/printable-report.ts";
import { declaredPages, pdfPages, printedPageCount } from "./pdf-pages.fixture.ts";
import { renderReportPdf } from "./render-report-pdf.ts";
import { sampleReport } from "./sample-report.fixture.ts";

const fetchPdf = async (report: PrintableReport): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of renderReportPdf(report)) pieces.push(piece);
  return Buffer.concat(pieces);
};

const SMALL = { accountsOfItems: [1], days: 0 };
const LARGE = { accountsOfItems: [2, 1], days: 120 };

test("a report names its user, its client, its period, and the owners of each account", async () => {
  const bytes = await fetchPdf(await sampleReport(LARGE));
  expect(bytes.subarray(0, 8).toString()).toBe("%PDF-1.4");
  expect(bytes.subarray(-6).toString()).toBe("%%EOF\n");
  const [first = "", second = ""] = pdfPages(bytes);
  for (const words of [
    "bf3a0490-344c-4620-a219-2693162e4b1d",
    "Generated Mar 5, 2026, 14:05 UTC",
    "Zoë Müller",
    "ends in 6789",
    "Corner Shop",
    "client-1",
    "loan-42",
    "Nov 6, 2025 to Mar 5, 2026",
    "3 accounts at 2 institution logins",
    "Bank 0",
    "Checking 0-1 •••• 1001",
    "€1,000.50",
  ])
    expect(first).toContain(words);
  expect(second).toContain("Checking 0-0 •••• 1000");
  expect(second).toContain("1 Long Road\nSpringfield CA 94000, US");
  expect(second).toContain("Balance at the end of each day, in USD");
});

test("the first page has assets, debts and net of each currency", async () => {
  const { items, ...report } = await sampleReport({ accountsOfItems: [2, 1], days: 0 });
  const [first = ""] = pdfPages(
    await fetchPdf({
      ...report,
      items: items.map((item, at) => ({
        ...item,
        accounts: item.accounts.map((account) =>
          at === 1 ? { ...account, type: "loan" as const } : account,
        ),
      })),
    }),
  );
  expect(first).toContain("Assets\n$1,000.50\nDebts\n$1,000.50\nNet\n$0.00\n");
  expect(first).toContain("Assets\n€1,000.50\nDebts\n€0.00\nNet\n€1,000.50\n");
});

test("each account begins at the top of a page", async () => {
  for (const days of [0, 2]) {
    const { items, ...report } = await sampleReport({ accountsOfItems: [2, 1], days });
    const pages = pdfPages(await fetchPdf({ ...report, items }));
    expect(pages).toHaveLength(4);
    const titles = items.flatMap(({ accounts }) => accounts.map(({ name }) => name));
    for (const [at, title] of titles.entries()) {
      const page = pages[at + 1] ?? "";
      expect(page).toContain(`${title} •••• `);
      for (const other of titles.filter((each) => each !== title))
        expect(page).not.toContain(other);
    }
  }
});

test("a report has only the last digits of a social security number", async () => {
  const text = pdfPages(await fetchPdf(await sampleReport(SMALL))).join("\n");
  expect(text).toContain("6789");
  expect(text).not.toMatch(/123.?45/);
});

test("each transaction is written once, under the column names of its page", async () => {
  const report = await sampleReport(LARGE);
  const pages = pdfPages(await fetchPdf(report));
  const tables = pages.filter((page) => page.includes("SHOP"));
  expect(tables.length).toBeGreaterThan(15);
  for (const page of tables) {
    expect(page).toContain("Description");
    expect(page.indexOf("Description")).toBeLessThan(page.indexOf("SHOP"));
  }
  const lines = pages.flatMap((page) => page.split("\n")).filter((line) => line.includes("SHOP"));
  expect(lines.length).toBe(3 * 120 * 3);
  expect(lines.filter((line) => line === "SHOP 359 CAFÉ").length).toBe(3);
  expect(lines.filter((line) => line.endsWith("(pending)")).length).toBe(3 * 2);
});

test("a pending transaction is marked, however long its description is", async () => {
  const report = await sampleReport({ accountsOfItems: [1], days: 2 });
  const long = "SHOP ".repeat(40);
  const pages = pdfPages(
    await fetchPdf({
      ...report,
      historyOf: async (accountId) => {
        const { transactions, ...rest } = await report.historyOf(accountId);
        const words = { original_description: long };
        return {
          ...rest,
          transactions: transactions.map((transaction) => ({ ...transaction, ...words })),
        };
      },
    }),
  );
  const lines = pages.flatMap((page) => page.split("\n")).filter((line) => line.includes("SHOP"));
  expect(lines.filter((line) => line.endsWith("… (pending)"))).toHaveLength(2);
  expect(lines.filter((line) => line.endsWith("…"))).toHaveLength(4);
});

test("every page has its number, and the total is the number of pages", async () => {
  for (const size of [SMALL, LARGE]) {
    const bytes = await fetchPdf(await sampleReport(size));
    const pages = pdfPages(bytes);
    expect(pages.length).toBe(declaredPages(bytes));
    pages.forEach((page, at) => {
      expect(page).toContain(`Page ${at + 1} of `);
      expect(page).toContain("Not an audit.\nReport bf3a0490-344c-4620-a219-2693162e4b1d");
    });
    expect(printedPageCount(bytes)).toBe(pages.length);
  }
});

test("more days make more pages, and 0 days make neither chart nor table", async () => {
  const fetchPages = async (days: number) =>
    pdfPages(await fetchPdf(await sampleReport({ accountsOfItems: [1], days })));
  const [none, some, many] = [await fetchPages(0), await fetchPages(60), await fetchPages(360)];
  expect(none.join("\n")).toContain("Mar 5, 2026, without a history");
  expect(none.join("\n")).not.toMatch(/Transactions|at the end of each day/);
  expect(some.join("\n")).toMatch(/Transactions\n[\s\S]*\nMarch 2026\n/);
  expect(none.length).toBeLessThan(some.length);
  expect(some.length * 3).toBeLessThan(many.length);
});

test("warnings are on the first page", async () => {
  const cause = {
    error_type: "ITEM_ERROR" as const,
    error_code: "ITEM_LOGIN_REQUIRED",
    error_message: "the login details of this item have changed",
    display_message: null,
    item_id: "item-9",
  };
  const warnings = [
    {
      warning_type: "ASSET_REPORT_WARNING",
      warning_code: "TRANSACTIONS_UNAVAILABLE",
      cause,
    } as const,
  ];
  const [first = ""] = pdfPages(await fetchPdf(await sampleReport(SMALL, { warnings })));
  expect(first).toContain("Missing from this report");
  expect(first.replaceAll("\n", " ")).toContain("ITEM_LOGIN_REQUIRED");
});

test("the same report has the same bytes, and another one does not", async () => {
  const once = await fetchPdf(await sampleReport(LARGE));
  expect(once.equals(await fetchPdf(await sampleReport(LARGE)))).toBe(true);
  const other = await sampleReport(LARGE, {
    assetReportId: "0f3a0490-344c-4620-a219-2693162e4b1d",
  });
  expect(once.equals(await fetchPdf(other))).toBe(false);
});

test("a report is streamed: an account is read after the ones before it were sent", async () => {
  const report = await sampleReport({ accountsOfItems: [4], days: 200 });
  let out = 0;
  const read: number[] = [];
  const historyOf = (accountId: string) => {
    read.push(out);
    return report.historyOf(accountId);
  };
  for await (const piece of renderReportPdf({ ...report, historyOf })) out += piece.length;
  expect(read.length).toBe(4);
  const [, second = 0, third = 0, fourth = 0] = read;
  expect(second).toBeGreaterThan(out / 8);
  expect(third - second).toBeGreaterThan(out / 8);
  expect(fourth - third).toBeGreaterThan(out / 8);
});
