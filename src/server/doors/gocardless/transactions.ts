import type { Transaction } from "../../../protocol/transaction.ts";
import { dayAt, toDate, toDay } from "../../domain/calendar.ts";
import type { Period } from "../../domain/connectors/bank-transaction.ts";
import { digest, toUuid } from "../../domain/identifiers.ts";
import type { DoorContext, DoorReply, DoorRequest } from "../door.ts";
import { type GrantedTransactions, grantedTransactions } from "../granted-transactions.ts";
import { amountText, chargeCall } from "../read-grant.ts";
import { type OpenAccount, openAccount } from "./accounts.ts";
import { MAX_HISTORY_DAYS } from "./institutions.ts";
import { errorReply, fieldError, timeText } from "./replies.ts";
import { parseRequisition } from "./requisitions.ts";
import { admit } from "./tokens.ts";

/** GET /accounts/{id}/transactions/: booked and pending transactions, newest first. */
export const getTransactions = async (
  request: DoorRequest,
  context: DoorContext,
): Promise<DoorReply> => {
  const grant = await admit(request, context);
  const today = toDate(dayAt(context.clock()));
  const asked = toPeriod(request.query, today);
  if ("error" in asked) return asked.error;
  const opened = await openAccount(request, context, grant, "transactions");
  if ("error" in opened) return opened.error;
  const { account, connection, balanceAt } = opened.shown;
  if (connection.problem === "PRODUCT_NOT_READY") return notReady();
  const earliest = firstDay(opened, context);
  const from = asked.from !== null && asked.from > earliest ? asked.from : earliest;
  chargeCall(context, [connection.item], "transactions");
  const transactions = grantedTransactions(context, grant, connection.item);
  const shown = {
    ...{ transactions, itemId: connection.item.itemId, accountId: account.account_id },
    period: { from, to: asked.to },
  };
  return {
    status: 200,
    contentType: "application/json; charset=utf-8",
    body: piecesOf(shown, timeText(balanceAt)),
  };
};

/** The transactions of an account in a period. */
type AccountPeriod = {
  transactions: GrantedTransactions;
  itemId: string;
  accountId: string;
  period: Period;
};

/** The response in pieces. Each page is read after the previous piece was sent. */
async function* piecesOf(shown: AccountPeriod, lastUpdated: string): AsyncGenerator<string> {
  let oldestPending: string | null = null;
  yield '{"transactions":{"booked":[';
  yield* shapesOf(shown, false, ({ date }) => {
    oldestPending = date;
  });
  yield '],"pending":[';
  if (oldestPending !== null)
    yield* shapesOf({ ...shown, period: { ...shown.period, from: oldestPending } }, true);
  yield `]},"last_updated":${JSON.stringify(lastUpdated)}}`;
}

/**
 * The booked or the pending transactions, newest first, as parts of a JSON list. `passOver`
 * receives the others.
 */
async function* shapesOf(
  { transactions, itemId, accountId, period }: AccountPeriod,
  isPending: boolean,
  passOver: (transaction: Transaction) => void = () => {},
): AsyncGenerator<string> {
  let lead = "";
  const pages = transactions.pages(itemId, period, { accountId, isNewestFirst: true });
  for await (const page of pages) {
    const some: string[] = [];
    for (const { transaction } of page)
      if (transaction.pending === isPending) some.push(JSON.stringify(toShape(transaction)));
      else passOver(transaction);
    if (some.length === 0) continue;
    yield lead + some.join(",");
    lead = ",";
  }
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** The requested days, or an error response for a wrong day. */
function toPeriod(
  query: URLSearchParams,
  today: string,
): { from: string | null; to: string } | { error: DoorReply } {
  // Banks further east may already have the next day.
  const tomorrow = toDate(toDay(today) + 1);
  const from = query.get("date_from");
  const to = query.get("date_to");
  for (const [name, text] of [
    ["date_from", from],
    ["date_to", to],
  ] as const)
    if (text !== null && !isDay(text))
      return { error: fieldError(name, `${name} must be a day like 2026-01-31`) };
  if (from !== null && from > tomorrow)
    return { error: fieldError("date_from", "date_from must not be in the future") };
  if (from !== null && to !== null && from > to)
    return { error: fieldError("date_from", "date_from must not be after date_to") };
  return { from, to: to !== null && to < tomorrow ? to : tomorrow };
}

const isDay = (text: string): boolean => DAY.test(text) && toDate(toDay(text)) === text;

/** The first day of the agreement's transactions, counted from the day of linking. */
function firstDay({ link }: OpenAccount, { clock }: DoorContext): string {
  const days = link ? parseRequisition(link).terms.max_historical_days : MAX_HISTORY_DAYS;
  return toDate(dayAt(link?.linkedAt ?? clock()) - days);
}

const notReady = (): DoorReply => ({
  ...errorReply(
    503,
    "Couldn't update account transactions",
    "The transactions are being read for the first time. Please try again in a minute.",
    { type: "ServiceError" },
  ),
  headers: { "retry-after": "10" },
});

function toShape(transaction: Transaction) {
  const { amount, date, merchant_name, name, original_description, pending } = transaction;
  const currency = transaction.iso_currency_code ?? transaction.unofficial_currency_code ?? "XXX";
  const party = merchant_name ?? name;
  return {
    transactionId: transaction.transaction_id,
    ...(pending ? {} : { bookingDate: date }),
    valueDate: date,
    // In the protocol, inflows are positive.
    transactionAmount: { amount: amountText(currency, 0 - amount), currency },
    ...(amount > 0 ? { creditorName: party } : { debtorName: party }),
    remittanceInformationUnstructured: original_description ?? name,
    ...(transaction.transaction_code && {
      proprietaryBankTransactionCode: transaction.transaction_code,
    }),
    internalTransactionId: toUuid(
      Buffer.from(digest(transaction.transaction_id), "base64url"),
    ).replaceAll("-", ""),
  };
}
