import { Fault } from "../../domain/fault.ts";
import type { DoorContext, DoorRequest } from "../door.ts";
import { grantedInvestments } from "../granted-investments.ts";
import { chargeCall, type DoorAccount, listItems } from "../read-grant.ts";
import {
  type AccountInvestment,
  INVESTMENT_TYPES,
  investmentsOfAccount,
  toInvestment,
  toInvestmentTransaction,
} from "./investment-shapes.ts";
import { accountsOfItem } from "./items.ts";
import { MAX_PAGE_SIZE, type Parameters, parseId, toPage, toParameters } from "./parameters.ts";
import { loadAccounts, type Reader } from "./reader.ts";
import { searchCounter } from "./transactions.ts";

/** Responds to GET /investments: the investments of an Item. */
export const listInvestments = async (
  { query }: DoorRequest,
  context: DoorContext,
  reader: Reader,
) => {
  const parameters = toParameters(query, ["itemId", "type", "page", "pageSize"]);
  const itemId = parameters.id("itemId");
  const type = parameters.word("type", INVESTMENT_TYPES);
  const page = pageAsked(parameters);
  const own = await accountsOfItem(itemId, context, reader);
  chargeCall(context, listItems(own), "balance");
  const all = (await loadInvestments(own, context, reader)).map(toInvestment);
  return pageAt(
    all.filter((investment) => type === null || investment.type === type),
    page,
  );
};

/** Responds to GET /investments/{id}. */
export const readInvestment = async (
  { params: { id = "" } }: DoorRequest,
  context: DoorContext,
  reader: Reader,
) => {
  const found = await findInvestment(id, context, reader);
  chargeCall(context, [found.account.connection.item], "balance");
  return toInvestment(found);
};

/** Responds to GET /investments/{id}/transactions: a page of them, newest first. */
export const pageInvestmentTransactions = async (
  { params: { id = "" }, query }: DoorRequest,
  context: DoorContext,
  reader: Reader,
) => {
  // The SDK sends the id a second time.
  const parameters = toParameters(query, ["investmentId", "page", "pageSize"]);
  if (
    parameters.text("investmentId") !== null &&
    parameters.id("investmentId") !== parseId(id, "id")
  )
    throw new Fault("INVALID_FIELD", { message: "investmentId must be that of the path" });
  const page = pageAsked(parameters);
  const found = await findInvestment(id, context, reader);
  chargeCall(context, [found.account.connection.item], "transactions");
  const { results, ...head } = pageAt(found.transactions, page);
  return { ...head, results: results.map((row) => toInvestmentTransaction(row, found)) };
};

type Page = { page: number; pageSize: number };

const pageAsked = (parameters: Parameters): Page => ({
  page: parameters.count("page", 1, 1_000_000),
  pageSize: parameters.count("pageSize", MAX_PAGE_SIZE, MAX_PAGE_SIZE),
});

const pageAt = <Row>(all: readonly Row[], { page, pageSize }: Page) =>
  toPage(all.slice((page - 1) * pageSize, page * pageSize), { page, pageSize, total: all.length });

/** The investments of accounts of one Item. */
async function loadInvestments(
  accounts: readonly DoorAccount[],
  context: DoorContext,
  { grant }: Reader,
): Promise<AccountInvestment[]> {
  const [first] = accounts;
  if (!first) return [];
  const investments = await grantedInvestments(context, grant, first.connection.item);
  return accounts.flatMap((account) => {
    const own = investments.get(account.account.account_id);
    return own ? investmentsOfAccount(account, own) : [];
  });
}

/**
 * Finds an investment by its id, which the store cannot look up. Each 500 searched rows count as a
 * read.
 */
async function findInvestment(
  id: string,
  context: DoorContext,
  reader: Reader,
): Promise<AccountInvestment> {
  const wanted = parseId(id, "id");
  const all = await loadAccounts(context, reader);
  const countSearched = searchCounter(context, reader);
  for (const item of listItems(all)) {
    const own = all.filter(({ connection }) => connection.item === item);
    const investments = await loadInvestments(own, context, reader);
    const rows = investments.reduce((sum, { transactions }) => sum + 1 + transactions.length, 0);
    await countSearched(rows);
    const found = investments.find((investment) => investment.id === wanted);
    if (found) return found;
  }
  throw new Fault("NOT_FOUND", { message: "there is no investment with this id" });
}
