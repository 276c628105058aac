import type { Account, Owner } from "../../../protocol/account.ts";
import type { Transaction } from "../../../protocol/transaction.ts";
import { sampleTransaction } from "../../../testing/store-contract/samples.ts";
import { accountInReport } from "../../domain/asset-reports/account-writer.ts";
import { periodOfDays } from "../../domain/asset-reports/asset-report.ts";
import type { PrintableReport } from "../../domain/asset-reports/printable-report.ts";
import { dayAt, toDate } from "../../domain/calendar.ts";

const NOW = Date.parse("2026-03-05T14:05:00Z");

/** The size of a test's report: accounts per Item, and days of a few transactions each. */
export type SampleSize = { accountsOfItems: readonly number[]; days: number };

/** Returns a report of fictional accounts, always the same. */
export const sampleReport = async (
  { accountsOfItems, days }: SampleSize,
  changes: Partial<PrintableReport> = {},
): Promise<PrintableReport> => {
  const period = periodOfDays(days, NOW);
  const toAccounts = (count: number, at: number) =>
    Array.from({ length: count }, (_, index) => {
      const sample = account(`${at}-${index}`, index);
      return accountInReport(sample, [OWNER], sampleTransactions(sample, days), period);
    });
  const items = await Promise.all(
    accountsOfItems.map(async (count, at) => ({
      itemId: `item-${at}`,
      institutionId: `ins_${at}`,
      institutionName: `Bank ${at}`,
      updatedAt: NOW,
      accounts: await Promise.all(toAccounts(count, at)),
    })),
  );
  const histories = new Map(
    items.flatMap(({ accounts }) =>
      accounts.map(({ summary, history }) => [summary.account_id, history] as const),
    ),
  );
  return {
    assetReportId: "bf3a0490-344c-4620-a219-2693162e4b1d",
    clientReportId: "loan-42",
    clientId: "client-1",
    clientName: "Corner Shop",
    generatedAt: NOW,
    daysRequested: days,
    user: { ...NOBODY, first_name: "Zoë", last_name: "Müller", ssn: "123-45-6789" },
    items: items.map((item) => ({
      ...item,
      accounts: item.accounts.map(({ summary }) => summary),
    })),
    warnings: [],
    historyOf: async (accountId) =>
      histories.get(accountId) ?? { historical_balances: [], transactions: [] },
    ...changes,
  };
};

const NOBODY = {
  client_user_id: null,
  first_name: null,
  middle_name: null,
  last_name: null,
  ssn: null,
  phone_number: null,
  email: null,
};

const OWNER: Owner = {
  names: ["Zoë Müller"],
  phone_numbers: [{ data: "+1 415 555 0010", primary: true, type: "mobile" }],
  emails: [{ data: "zoe@shop.example", primary: true, type: "primary" }],
  addresses: [
    {
      data: {
        street: "1 Long Road",
        city: "Springfield",
        region: "CA",
        postal_code: "94000",
        country: "US",
      },
      primary: true,
    },
  ],
};

const account = (account_id: string, at: number): Account => ({
  account_id,
  balances: {
    available: 900.5,
    current: 1000.5,
    limit: null,
    iso_currency_code: (["USD", "EUR", "GBP"] as const)[at % 3] ?? null,
    unofficial_currency_code: null,
  },
  mask: `10${at.toString().padStart(2, "0")}`,
  name: `Checking ${account_id}`,
  official_name: null,
  type: "depository",
  subtype: "checking",
});

/** Returns three purchases a day; the newest are still pending. */
const sampleTransactions = ({ account_id, balances }: Account, days: number): Transaction[] =>
  Array.from({ length: days * 3 }, (_, at) =>
    sampleTransaction(String(at), {
      account_id,
      iso_currency_code: balances.iso_currency_code,
      transaction_id: `${account_id}-${at}`,
      transaction_type: "place",
      amount: at % 7 === 0 ? -120.25 : 17.5 + (at % 5),
      date: toDate(dayAt(NOW) - Math.floor(at / 3)),
      original_description: `SHOP ${at} CAFÉ`,
      payment_channel: "in store",
      pending: at < 2,
    }),
  );
