import type { Transaction } from "../../../protocol/transaction.ts";
import { dayAt, toDate } from "../../domain/calendar.ts";
import type { Period } from "../../domain/connectors/bank-transaction.ts";
import { Fault } from "../../domain/fault.ts";
import { readerId } from "../../domain/grants/reader-id.ts";
import { categories, findCategory } from "../../domain/transactions/categories.ts";
import type { DoorContext, DoorRequest } from "../door.ts";
import { grantedTransactions } from "../granted-transactions.ts";
import { chargeCall, countReads, type DoorAccount, listItems } from "../read-grant.ts";
import { exact, isCredit, loadAccount } from "./accounts.ts";
import { needsUser } from "./items.ts";
import { MAX_PAGE_SIZE, type Parameters, parseId, toPage, toParameters } from "./parameters.ts";
import { loadAccounts, type Reader } from "./reader.ts";
import { parseCursor, sweep } from "./transaction-cursor.ts";

/** How many days after today a list includes, for transactions dated ahead. */
const DAYS_AHEAD = 366;

/** Responds to GET /transactions: a page of an account's transactions, newest first. */
export const pageTransactions = async (
  { query }: DoorRequest,
  context: DoorContext,
  reader: Reader,
) => {
  const parameters = toParameters(query, [
    "accountId",
    "from",
    "to",
    "page",
    "pageSize",
    "ids",
    "createdAtFrom",
  ]);
  refuseCreatedAt(parameters, "from");
  const accountId = parameters.id("accountId");
  const period = toPeriod(parameters, ["from", "to"], context);
  const ids = parameters.ids("ids");
  const page = parameters.count("page", 1, 1_000_000);
  const pageSize = parameters.count("pageSize", MAX_PAGE_SIZE, MAX_PAGE_SIZE);
  const account = await loadAccount(accountId, context, reader);
  const { item } = account.connection;
  chargeCall(context, [item], "transactions");
  const transactions = grantedTransactions(context, reader.grant, item);
  const id = account.account.account_id;
  const offset = (page - 1) * pageSize;
  if (ids === null) {
    const part = { period, count: pageSize, offset };
    const { rows, total } = await transactions.page(id, part);
    const results = rows.map((row) => toTransaction(row, account));
    return toPage(results, { page, pageSize, total });
  }
  const all: Transaction[] = [];
  const newestFirst = { accountId: id, isNewestFirst: true };
  const countSearched = searchCounter(context, reader);
  for await (const some of transactions.pages(item.itemId, period, newestFirst)) {
    for (const { transaction } of some) if (isNamed(transaction, ids)) all.push(transaction);
    await countSearched(some.length);
  }
  const results = all.slice(offset, offset + pageSize);
  return toPage(
    results.map((transaction) => toTransaction(transaction, account)),
    { page, pageSize, total: all.length },
  );
};

/** Responds to GET /v2/transactions: some of an account's transactions, and the next cursor. */
export const sweepTransactions = async (
  { query }: DoorRequest,
  context: DoorContext,
  reader: Reader,
) => {
  const parameters = toParameters(query, [
    "accountId",
    "dateFrom",
    "dateTo",
    "after",
    "pageSize",
    "ids",
    "createdAtFrom",
  ]);
  refuseCreatedAt(parameters, "dateFrom");
  const accountId = parameters.id("accountId");
  const period = toPeriod(parameters, ["dateFrom", "dateTo"], context);
  const ids = parameters.ids("ids");
  const count = parameters.count("pageSize", MAX_PAGE_SIZE, MAX_PAGE_SIZE);
  const after = parseCursor(parameters.text("after"));
  const account = await loadAccount(accountId, context, reader);
  // Programs that read by cursor never request the Item, so an empty list would hide a lost login.
  if (needsUser(account.connection.problem))
    throw new Fault("ITEM_LOGIN_REQUIRED", { message: "the user has to sign in again" });
  chargeCall(context, [account.connection.item], "transactions");
  const transactions = grantedTransactions(context, reader.grant, account.connection.item);
  const { rows, next } = await sweep(transactions, account, { period, after, count });
  const link = new URLSearchParams(query);
  if (next !== null) link.set("after", next);
  return {
    results: rows
      .filter((transaction) => isNamed(transaction, ids))
      .map((transaction) => toTransaction(transaction, account)),
    next: next === null ? null : `/pluggy/v2/transactions?${link}`,
  };
};

/** Responds to GET /transactions/{id}. */
export const readTransaction = async (
  { params: { id = "" } }: DoorRequest,
  context: DoorContext,
  reader: Reader,
) => {
  const ids = new Set([parseId(id, "id")]);
  const all = await loadAccounts(context, reader);
  const period = { from: "1970-01-01", to: lastDay(context) };
  const countSearched = searchCounter(context, reader);
  for (const item of listItems(all)) {
    const transactions = grantedTransactions(context, reader.grant, item);
    for await (const some of transactions.pages(item.itemId, period, { isNewestFirst: true })) {
      await countSearched(some.length);
      const row = some.find(({ transaction }) => isNamed(transaction, ids))?.transaction;
      if (!row) continue;
      const account = all.find((each) => each.account.account_id === row.account_id);
      if (!account) continue;
      chargeCall(context, [item], "transactions");
      return toTransaction(row, account);
    }
  }
  throw new Fault("NOT_FOUND", { message: "there is no transaction with this id" });
};

/**
 * Returns a function that counts searched transactions. A page's worth counts as a read, as in a
 * list, since the store cannot look up a reader's id.
 */
export function searchCounter(
  context: DoorContext,
  { grant }: Reader,
): (rows: number) => Promise<void> {
  let searched = 0;
  return async (rows) => {
    searched += rows;
    for (; searched > MAX_PAGE_SIZE; searched -= MAX_PAGE_SIZE) await countReads(context, grant, 1);
  };
}

/** Responds to GET /categories: those that transactions may have. */
export const listCategories = ({ query }: DoorRequest) => {
  toParameters(query, []);
  const all = categories().map(({ categoryId }) => toCategory(categoryId));
  return toPage(all, { page: 1, pageSize: all.length });
};

/** Responds to GET /categories/{id}. */
export const readCategory = ({ params: { id = "" } }: DoorRequest) => {
  if (findCategory(id) === null)
    throw new Fault("NOT_FOUND", { message: "there is no category with this id" });
  return toCategory(id);
};

function toCategory(id: string) {
  const hierarchy = findCategory(id)?.hierarchy ?? [];
  const parent = hierarchy.at(-2);
  const parentId = hierarchy.length === 3 ? `${id.slice(0, 5)}000` : `${id.slice(0, 2)}000000`;
  return {
    id,
    description: hierarchy.at(-1) ?? "",
    ...(parent !== undefined && { parentId, parentDescription: parent }),
  };
}

/** The store has no creation times, so this filter would lose transactions. */
function refuseCreatedAt(parameters: Parameters, other: string): void {
  if (parameters.text("createdAtFrom") !== null)
    throw invalid(`createdAtFrom is not available here: use ${other}`);
}

function toPeriod(
  parameters: Parameters,
  [first, last]: readonly [string, string],
  context: DoorContext,
): Period {
  const from = parameters.day(first) ?? "1970-01-01";
  const to = parameters.day(last) ?? lastDay(context);
  if (from > to) throw invalid(`${first} must not be after ${last}`);
  return { from, to };
}

const lastDay = ({ clock }: DoorContext): string => toDate(dayAt(clock()) + DAYS_AHEAD);

const isNamed = ({ transaction_id }: Transaction, ids: ReadonlySet<string> | null): boolean =>
  ids === null || ids.has(readerId("transaction", transaction_id));

/** Noon in UTC, so that readers in nearly every zone see the same day. */
const toTimestamp = (date: string): string => `${date}T12:00:00.000Z`;

const toTransaction = (row: Transaction, account: DoorAccount) => {
  const { amount, date, merchant_name, payment_meta } = row;
  const currency = row.iso_currency_code ?? row.unofficial_currency_code ?? account.currency;
  const { payment_method, reference_number, reason } = payment_meta;
  // Programs show the other party, and have no other text for a row without a merchant.
  const party = { name: merchant_name ?? row.name };
  const payer = payment_meta.payer === null ? null : { name: payment_meta.payer };
  const receiver = payment_meta.payee === null ? null : { name: payment_meta.payee };
  return {
    id: readerId("transaction", row.transaction_id),
    accountId: readerId("account", account.id),
    date: toTimestamp(date),
    description: row.name,
    descriptionRaw: row.original_description ?? null,
    type: amount < 0 ? "CREDIT" : "DEBIT",
    // Card purchases are positive, since a card's balance is the amount owed. For other accounts
    // inflows are positive.
    amount: exact(currency, isCredit(account) ? amount : 0 - amount),
    amountInAccountCurrency: null,
    balance: null,
    currencyCode: currency,
    category: row.category?.at(-1) ?? null,
    categoryId: row.category_id,
    status: row.pending ? "PENDING" : "POSTED",
    providerCode: row.transaction_code,
    providerId: null,
    operationType: null,
    operationTypeAdditionalInfo: null,
    paymentData: {
      payer: payer ?? (amount < 0 ? party : null),
      receiver: receiver ?? (amount < 0 ? null : party),
      paymentMethod: payment_method,
      referenceNumber: reference_number,
      reason,
      boletoMetadata: null,
    },
    creditCardMetadata: null,
    merchant:
      merchant_name === null
        ? null
        : { name: merchant_name, businessName: merchant_name, cnpj: "", cnae: "", category: "" },
    createdAt: toTimestamp(date),
    updatedAt: toTimestamp(date),
  };
};

const invalid = (message: string): Fault => new Fault("INVALID_FIELD", { message });
