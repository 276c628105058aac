import { expect, test } from "vitest";
import type { PrintableStatement } from "../../domain/connectors/printable-statement.ts";
import { makeBaseReport } from "../../domain/consumer-reports/base-report/make-base-report.ts";
import { makeIncomeInsights } from "../../domain/consumer-reports/income/make-income-insights.ts";
import { makeNetworkInsights } from "../../domain/consumer-reports/make-network-insights.ts";
import { sandboxItem } from "../../domain/consumer-reports/sandbox-items.fixture.ts";
import { pdfPages } from "./pdf-pages.fixture.ts";
import { type Element, listElements, structureOf } from "./pdf-structure.fixture.ts";
import { renderConsumerReportPdf } from "./render-consumer-report-pdf.ts";
import { renderReportPdf } from "./render-report-pdf.ts";
import { renderStatementPdf } from "./render-statement-pdf.ts";
import { sampleReport } from "./sample-report.fixture.ts";

async function joined(document: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of document) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function consumerReport(): Promise<Buffer> {
  const now = Date.UTC(2026, 2, 5);
  const { item } = await sandboxItem({ username: "user_good", now, days: 90 });
  const request = { reportId: "report-1", clientReportId: "loan-42", daysRequested: 90, now };
  return joined(
    renderConsumerReportPdf({
      baseReport: await makeBaseReport([item], request),
      income: await makeIncomeInsights([item], request),
      network: await makeNetworkInsights([{ ...item, connectedAt: now }], request),
      ...{ clientId: "client-1", clientName: null, purpose: "EXTENSION_OF_CREDIT", about: null },
      clientUserId: "user-1",
    }),
  );
}

const STATEMENT: PrintableStatement = {
  bank: { name: "Bank of Trees", color: "#0a6b42" },
  account: { name: "Checking", official_name: null, mask: "1000", type: "depository" },
  owners: [{ names: ["Zoë Müller"], addresses: [] }],
  currency: { iso_currency_code: "USD", unofficial_currency_code: null },
  period: { from: "2026-02-01", to: "2026-02-28" },
  opening: 100_000,
  transactions: Array.from({ length: 90 }, (_, at) => ({
    ...{ date: "2026-02-03", text: `SHOP ${at}`, cents: at % 2 ? 450 : -450 },
  })),
  number: "2026-02",
  note: "Not of a real bank.",
};

const DOCUMENTS = {
  "asset report": await joined(
    renderReportPdf(await sampleReport({ accountsOfItems: [2, 1], days: 120 })),
  ),
  "consumer report": await consumerReport(),
  statement: renderStatementPdf(STATEMENT),
};

/** Texts at each page's head and foot, or repeated on the next page. */
const REPEATED =
  /^(Page \d|(Asset|Consumer) report|As told by|Not of a real bank|Bank of Trees: |Report |Statement |Mar 5, 2026|Feb 28)/;

test.each(Object.entries(DOCUMENTS))(
  "each text of the %s has a place in its structure",
  (_, bytes) => {
    const { document, artifacts } = structureOf(bytes);
    expect(bytes.toString("latin1")).toMatch(/\/MarkInfo \d+ 0 R/);
    const elements = listElements(document);
    const read = elements.filter(({ tag }) => tag !== "Figure").map(({ text }) => text);
    const written = pdfPages(bytes).flatMap((page) => page.split("\n"));
    expect(read.filter(Boolean).join("\n").split(/\s+/).length).toBeGreaterThan(100);
    const names = new Set(elements.filter(({ scope }) => scope).map(({ text }) => text));
    for (const text of artifacts)
      expect(REPEATED.test(text) || text.endsWith(", continued") || names.has(text), text).toBe(
        true,
      );
    expect(artifacts.length).toBeLessThan(written.length / 5);
  },
);

test.each(Object.entries(DOCUMENTS))(
  "headings of the %s leave out no level, and its rows are as wide as its columns",
  (_, bytes) => {
    const elements = listElements(structureOf(bytes).document);
    const levels = elements.flatMap(({ tag }) => (/^H\d$/.test(tag) ? [Number(tag[1])] : []));
    expect(levels.filter((level) => level === 1)).toEqual([1]);
    for (const [at, level] of levels.entries())
      expect(level - (levels[at - 1] ?? 0)).toBeLessThan(2);
    const tables = elements.filter(({ tag }) => tag === "Table");
    expect(tables.length).toBeGreaterThan(0);
    for (const table of tables) {
      const rows = listElements(table).filter(({ tag }) => tag === "TR");
      expect(new Set(rows.map(widthOf)).size).toBe(1);
      expect(rows[0]?.children.every(({ scope }) => scope === "Column")).toBe(true);
    }
  },
);

const widthOf = ({ children }: Element): number =>
  children.reduce((sum, { span }) => sum + span, 0);

test("a chart has words in place of its lines", () => {
  const elements = listElements(structureOf(DOCUMENTS["asset report"]).document);
  const charts = elements.filter(({ tag }) => tag === "Figure").map(({ alt }) => alt);
  expect(charts).toHaveLength(3);
  for (const chart of charts)
    expect(chart).toMatch(/^Chart of the balance: .* on Nov 6, 2025, .* on Mar 5, 2026\.$/);
});

test("a transaction is read as a row: its date, its words, the amount in the column of its direction", () => {
  const elements = listElements(structureOf(DOCUMENTS["asset report"]).document);
  const head = elements.find(
    ({ tag, children }) => tag === "TR" && children[1]?.text === "Description",
  );
  expect(head?.children.map(({ text }) => text)).toEqual([
    ...["Date", "Description", "Money out", "Money in", "Balance"],
  ]);
  const row = elements.find(
    ({ tag, children }) => tag === "TR" && children[1]?.text.startsWith("SHOP 359"),
  );
  expect(row?.children).toHaveLength(5);
  expect(row?.children.filter(({ text }) => text === "").length).toBeGreaterThan(0);
});
