import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { samples } from "../../../testing/property-samples.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { readMerchantsFile } from "./merchants-file.ts";

const fileWith = (text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-merchants-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "merchants.txt");
  writeFileSync(file, text);
  return file;
};

const OWN = `# Ours
[TRAVEL_LODGING]
Starbucks | inn.example | cnr rst

[INCOME_WAGES income_source]
Acme Payroll | | acme intl payments
`;

test("the operator's merchants come before the merchants, words and codes of the data files", async () => {
  const { call } = await testApp({ MERCHANTS_FILE: fileWith(OWN) });
  const enriched = async (description: string, direction: string, mcc: string | null = null) => {
    const transaction = { id: "1", description, amount: 5, direction, iso_currency_code: "USD" };
    const { enriched_transactions } = (await call("/transactions/enrich", {
      account_type: "depository",
      transactions: [{ ...transaction, mcc }],
    })) as { enriched_transactions: [{ enrichments: object }] };
    return enriched_transactions[0].enrichments;
  };
  expect(await enriched("STARBUCKS STORE 0123 SEATTLE", "OUTFLOW", "5814")).toMatchObject({
    merchant_name: "Starbucks",
    website: "inn.example",
    personal_finance_category: {
      detailed: "TRAVEL_LODGING",
      confidence_level: "VERY_HIGH",
    },
  });
  expect(await enriched("POS CNR RST 44", "OUTFLOW")).toMatchObject({ merchant_name: "Starbucks" });
  expect(await enriched("ACH ACME INTL PAYMENTS", "INFLOW")).toMatchObject({
    personal_finance_category: { detailed: "INCOME_WAGES" },
    counterparties: [{ name: "Acme Payroll", type: "income_source", website: null }],
  });
  expect(await enriched("NETFLIX.COM", "OUTFLOW")).toMatchObject({ merchant_name: "Netflix" });
});

test.each([
  ["Shop | |", "line 1 comes before the first section, such as [FOOD_AND_DRINK_COFFEE]"],
  ["[TRAVEL_FOOD]", "line 1 must be a detailed category in brackets: TRAVEL_FLIGHTS, "],
  ["[COFFEE]", "line 1 must be a detailed category in brackets: INCOME_"],
  ["\n[TRAVEL_LODGING shop]", "line 2: the type must be merchant or financial_institution or "],
  ["[TRAVEL_LODGING]\nInn | inn.example | a | b", "line 2 is not like: name | website"],
  ["[TRAVEL_LODGING]\n | inn.example", "line 2 is not like: name | website"],
  [
    "[TRAVEL_LODGING]\nInn | https://inn.example |",
    "line 2: the website is a host without a scheme",
  ],
])("a start is refused with a file like %j, which stays as it is", async (text, fault) => {
  const file = fileWith(text);
  await expect(testApp({ MERCHANTS_FILE: file })).rejects.toThrow(
    `MERCHANTS_FILE (${file}) cannot be used: ${fault}`,
  );
});

test("a start is refused without the file that MERCHANTS_FILE names", async () => {
  await expect(testApp({ MERCHANTS_FILE: "/nowhere/merchants.txt" })).rejects.toThrow(
    "MERCHANTS_FILE (/nowhere/merchants.txt) cannot be used: ENOENT",
  );
});

test("any file is read, or refused with the number of a line", () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom("[TRAVEL_LODGING]", "[X]", "a | b | c", "Inn | inn.example | inn, the inn"),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      const merchantsFile = fileWith(lines.join("\n"));
      try {
        readMerchantsFile({ merchantsFile });
      } catch (error) {
        expect(String(error)).toMatch(/line \d+/);
      }
    }),
    { numRuns: samples(200) },
  );
});
