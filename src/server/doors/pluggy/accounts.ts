import { Fault } from "../../domain/fault.ts";
import { readerId } from "../../domain/grants/reader-id.ts";
import type { DoorContext, DoorRequest } from "../door.ts";
import { grantedInvestments } from "../granted-investments.ts";
import { amountText, chargeCall, type DoorAccount, listItems } from "../read-grant.ts";
import { accountsOfItem } from "./items.ts";
import { MAX_PAGE_SIZE, parseId, toPage, toParameters } from "./parameters.ts";
import { accountsAsked, type Reader } from "./reader.ts";

/** Responds to GET /accounts: the accounts of an Item. */
export const listAccounts = async (
  { query }: DoorRequest,
  context: DoorContext,
  reader: Reader,
) => {
  const parameters = toParameters(query, ["itemId", "type", "page", "pageSize"]);
  const itemId = parameters.id("itemId");
  const type = parameters.word("type", ["BANK", "CREDIT"]);
  const page = parameters.count("page", 1, 1_000_000);
  const pageSize = parameters.count("pageSize", MAX_PAGE_SIZE, MAX_PAGE_SIZE);
  const own = await accountsOfItem(itemId, context, reader);
  chargeCall(context, listItems(own), "balance");
  const banked = await withoutInvested(own, context, reader);
  const all = banked.map(toAccount).filter((account) => type === null || account.type === type);
  return toPage(all.slice((page - 1) * pageSize, page * pageSize), {
    page,
    pageSize,
    total: all.length,
  });
};

/** Leaves out accounts that are the cash of the investments: a sum would count both. */
async function withoutInvested(
  accounts: readonly DoorAccount[],
  context: DoorContext,
  { grant }: Reader,
): Promise<readonly DoorAccount[]> {
  const [first] = accounts.filter(({ account }) => account.type === "investment");
  if (!first) return accounts;
  const investments = await grantedInvestments(context, grant, first.connection.item);
  return accounts.filter(({ account }) => !investments.has(account.account_id));
}

/** Responds to GET /accounts/{id}. */
export const readAccount = async (
  { params: { id = "" } }: DoorRequest,
  context: DoorContext,
  reader: Reader,
) => {
  const account = await loadAccount(parseId(id, "id"), context, reader);
  chargeCall(context, [account.connection.item], "balance");
  return toAccount(account);
};

/** The account of a reader's id. */
export const loadAccount = async (
  accountId: string,
  context: DoorContext,
  reader: Reader,
): Promise<DoorAccount> => {
  const [one] = await accountsAsked(
    context,
    reader,
    (_, id) => readerId("account", id) === accountId,
  );
  if (!one) throw new Fault("INVALID_ACCOUNT_ID", { message: "there is no account with this id" });
  return one;
};

/** Whether an account is a debt: its balance is the amount owed, and purchases are positive. */
export const isCredit = ({ account: { type } }: DoorAccount): boolean =>
  type === "credit" || type === "loan";

/** An amount with the decimals of its currency, as a number. */
export const exact = (currency: string, amount: number): number =>
  Number(amountText(currency, amount));

const toAccount = (one: DoorAccount) => {
  const { account, connection, currency, balanceAt } = one;
  const { current, available, limit } = account.balances;
  const money = (amount: number | null) => (amount === null ? null : exact(currency, amount));
  const isOwed = isCredit(one);
  return {
    id: readerId("account", one.id),
    itemId: readerId("item", connection.item.itemId),
    type: isOwed ? "CREDIT" : "BANK",
    subtype: isOwed
      ? "CREDIT_CARD"
      : SAVINGS.has(account.subtype ?? "")
        ? "SAVINGS_ACCOUNT"
        : "CHECKING_ACCOUNT",
    number: account.mask ?? "",
    name: account.name,
    marketingName: account.official_name,
    balance: exact(currency, current ?? available ?? 0),
    currencyCode: currency,
    owner: null,
    taxNumber: null,
    bankData: isOwed ? null : { ...NO_BANK_DATA, closingBalance: money(available ?? current) },
    creditData: isOwed
      ? { ...NO_CREDIT_DATA, availableCreditLimit: money(available), creditLimit: money(limit) }
      : null,
    createdAt: new Date(connection.item.createdAt).toISOString(),
    updatedAt: new Date(balanceAt).toISOString(),
  };
};

const SAVINGS: ReadonlySet<string> = new Set(["savings", "money market", "cd"]);

const NO_BANK_DATA = {
  transferNumber: null,
  automaticallyInvestedBalance: null,
  overdraftContractedLimit: null,
  overdraftUsedLimit: null,
  unarrangedOverdraftAmount: null,
  hasReservedBalance: null,
  reservedBalances: null,
};

const NO_CREDIT_DATA = {
  level: null,
  brand: null,
  balanceCloseDate: null,
  balanceDueDate: null,
  balanceForeignCurrency: null,
  minimumPayment: null,
  isLimitFlexible: null,
  status: null,
  holderType: null,
};

/** Responds with an empty list for an Item, since the product is not collected. */
export const listNoneOfItem = async (
  { query }: DoorRequest,
  context: DoorContext,
  reader: Reader,
) => {
  const parameters = toParameters(query, ["itemId", "type", "page", "pageSize"]);
  await accountsOfItem(parameters.id("itemId"), context, reader);
  return toPage([], { page: 1, pageSize: MAX_PAGE_SIZE });
};

/** Responds with an empty list for an account. */
export const listNoneOfAccount = async (
  { query }: DoorRequest,
  context: DoorContext,
  reader: Reader,
) => {
  const parameters = toParameters(query, ["accountId", "page", "pageSize"]);
  await loadAccount(parameters.id("accountId"), context, reader);
  return toPage([], { page: 1, pageSize: MAX_PAGE_SIZE });
};

/** Responds to GET /accounts/{id}/statements: an empty list. */
export const listStatements = async (
  { params: { accountId = "" } }: DoorRequest,
  context: DoorContext,
  reader: Reader,
) => {
  await loadAccount(parseId(accountId, "id"), context, reader);
  return toPage([], { page: 1, pageSize: MAX_PAGE_SIZE });
};
