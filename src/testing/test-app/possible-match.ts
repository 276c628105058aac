import { vi } from "vitest";
import {
  type BankTransaction,
  NO_LOCATION,
  NO_PAYMENT_META,
} from "../../server/domain/connectors/bank-transaction.ts";
import { bankTransaction } from "../bank-data.ts";
import { portalBrowser } from "./portal.ts";
import { testReceiver } from "./receiver.ts";
import { testApp } from "./test-app.ts";

const BANK = "ins_109508";

/** A payment in a bank's list: the bank's key, the day of January, and the amount. */
type Listed = [key: string, day: number, amount: number, pending: boolean];

/**
 * An app with an Item, its webhooks, and its user on the account site. The test sets the bank's
 * transactions.
 */
export const possibleMatchApp = async (first: readonly Listed[], products = ["transactions"]) => {
  const app = await testApp();
  const receiver = await testReceiver();
  const connector = app.services.directory.connectorOf(BANK);
  let listed = first;
  vi.spyOn(connector, "transactions").mockImplementation(async (login, { from, to }) => {
    const [account] = await connector.balances(login);
    return listed
      .map((each) => toBankTransaction(each, account?.key ?? ""))
      .filter(({ date }) => from <= date && date <= to);
  });
  const link = async () => {
    const item = await app.link(BANK, products, { webhook: receiver.url });
    await app.runJobs();
    const person = portalBrowser(app);
    await person.openFromLink(item.item_id);
    const sync = (cursor = "") =>
      app.call("/transactions/sync", { access_token: item.access_token, cursor });
    return { ...item, person, sync };
  };
  const item = await link();
  return {
    ...item,
    app,
    receiver,
    link,
    /** Makes the bank list these transactions from now on, and pulls. */
    pull: async (next: readonly Listed[]) => {
      listed = next;
      app.advanceClock(86_400_000);
      await app.runJobs();
      // The user's session has ended meanwhile.
      await item.person.openFromLink(item.item_id);
      receiver.received.length = 0;
    },
  };
};

/**
 * Two pending payments of the same amount. One payment posts under an id that the bank does not
 * connect to it.
 */
export const TWINS: readonly (readonly Listed[])[] = [
  [
    ["p1", 10, 20, true],
    ["p2", 11, 20, true],
  ],
  [["b1", 13, 20, false]],
];

const toBankTransaction = (
  [key, day, amount, pending]: Listed,
  accountKey: string,
): BankTransaction =>
  bankTransaction({
    key,
    accountKey,
    pendingKey: null,
    account_owner: null,
    amount,
    iso_currency_code: "USD",
    unofficial_currency_code: null,
    category_id: null,
    transaction_type: "unresolved",
    date: `2026-01-${String(day).padStart(2, "0")}`,
    authorized_date: null,
    datetime: null,
    authorized_datetime: null,
    name: "Copper Ladle",
    merchant_name: null,
    original_description: "POS COPPER LADLE",
    location: NO_LOCATION,
    payment_meta: NO_PAYMENT_META,
    payment_channel: "in store",
    pending,
    transaction_code: null,
  });
