import fc from "fast-check";
import { expect, test } from "vitest";
import { hostileText } from "../../../testing/hostile-text.ts";
import { HARMFUL } from "../../../testing/hostile-values.ts";
import { samples } from "../../../testing/property-samples.ts";
import { makeBaseReport } from "../../domain/consumer-reports/base-report/make-base-report.ts";
import { makeIncomeInsights } from "../../domain/consumer-reports/income/make-income-insights.ts";
import { makeNetworkInsights } from "../../domain/consumer-reports/make-network-insights.ts";
import { sandboxItem } from "../../domain/consumer-reports/sandbox-items.fixture.ts";
import { declaredPages, pdfPages, printedPageCount } from "./pdf-pages.fixture.ts";
import { renderConsumerReportPdf } from "./render-consumer-report-pdf.ts";
import { renderReportPdf } from "./render-report-pdf.ts";
import { sampleReport } from "./sample-report.fixture.ts";

const DAYS = 2;
const SAMPLE = await sampleReport({ accountsOfItems: [1, 1], days: DAYS });

/** A hostile text of any storable length. */
const anyHostile = fc.oneof(
  { weight: 4, arbitrary: hostileText() },
  {
    weight: 1,
    arbitrary: fc
      .tuple(hostileText(), fc.integer({ min: 1, max: 2000 }))
      .map(([text, length]) => text.repeat(length).slice(0, length)),
  },
);

/** The fields with texts from a bank, a client or a user. */
const FIELDS = new Set([
  ...["name", "names", "official_name", "mask", "subtype", "original_description", "data"],
  ...["institutionName", "institution_name", "error_message", "clientReportId"],
  ...["street", "city", "region", "postal_code", "country", "first_name", "middle_name"],
  ...["last_name", "client_user_id", "email", "phone_number", "client_report_id"],
  ...["iso_currency_code", "unofficial_currency_code", "given_name", "family_name", "clientUserId"],
]);

/** Returns a value whose external texts are replaced by the next of some texts. */
function withTexts<T>(value: T, next: () => string): T;
function withTexts(value: unknown, next: () => string, field?: string): unknown;
function withTexts(value: unknown, next: () => string, field = ""): unknown {
  if (typeof value === "string" || value === null) return FIELDS.has(field) ? next() : value;
  if (Array.isArray(value)) return value.map((each) => withTexts(each, next, field));
  if (typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withTexts(part, next, name)]),
  );
}

/** Returns the texts in turn, repeatedly. */
const inTurn = (texts: readonly string[]): (() => string) => {
  let at = 0;
  return () => texts[at++ % texts.length] ?? "";
};

const texts = fc.array(anyHostile, { minLength: 3, maxLength: 12 });

/** Expects numbered pages with the right total, and no harmful character. */
async function expectSoundPages(document: AsyncIterable<Uint8Array>): Promise<string[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of document) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  const pages = pdfPages(bytes);
  expect(declaredPages(bytes)).toBe(pages.length);
  expect(printedPageCount(bytes)).toBe(pages.length);
  for (const [at, page] of pages.entries()) {
    expect(page).toContain(`Page ${at + 1} of `);
    expect(page.replaceAll("\n", "")).not.toMatch(HARMFUL);
  }
  return pages;
}

const ROW = /^[A-Z][a-z]{2} \d{1,2}, 2026$/;

test("an asset report has all rows and numbered pages of plain characters, with any texts", async () => {
  const { historyOf, ...fields } = SAMPLE;
  await fc.assert(
    fc.asyncProperty(texts, async (hostile) => {
      const next = inTurn(hostile);
      const pages = await expectSoundPages(
        renderReportPdf({
          ...withTexts(fields, next),
          historyOf: async (accountId) => withTexts(await historyOf(accountId), next),
        }),
      );
      const rows = pages.flatMap((page) => page.split("\n")).filter((line) => ROW.test(line));
      expect(rows.length).toBeGreaterThanOrEqual(2 * 3 * DAYS);
    }),
    { numRuns: samples(100) },
  );
});

const PERSON = { username: "user_good", now: Date.UTC(2026, 2, 5), days: 31 };
const REQUEST = {
  reportId: "report-1",
  clientReportId: "loan-42",
  daysRequested: 31,
  now: PERSON.now,
};

test("a consumer report has numbered pages of plain characters, with any texts", async () => {
  const { item } = await sandboxItem(PERSON);
  const reports = {
    baseReport: await makeBaseReport([item], REQUEST),
    income: await makeIncomeInsights([item], REQUEST),
    network: await makeNetworkInsights([{ ...item, connectedAt: PERSON.now }], REQUEST),
  };
  await fc.assert(
    fc.asyncProperty(texts, async (hostile) => {
      const next = inTurn(hostile);
      await expectSoundPages(
        renderConsumerReportPdf({
          ...withTexts(reports, next),
          ...{ clientId: "client-1", clientName: next(), purpose: "EXTENSION_OF_CREDIT" },
          ...{ clientUserId: next(), about: null },
        }),
      );
    }),
    { numRuns: samples(20) },
  );
});
