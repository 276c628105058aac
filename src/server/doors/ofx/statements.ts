import { dayAt, toDate } from "../../domain/calendar.ts";
import { Fault } from "../../domain/fault.ts";
import type { Grant } from "../../domain/grants/grant.ts";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import { ofxStatement } from "../../formats/ofx/write.ts";
import { investmentStatement } from "../../formats/ofx/write-investments.ts";
import { openStatements } from "../../formats/open-statements.ts";
import type { StatementStream } from "../../formats/statement.ts";
import type { DoorContext } from "../door.ts";
import { grantedInvestments } from "../granted-investments.ts";
import { grantedTransactions } from "../granted-transactions.ts";
import type { DoorAccount } from "../read-grant.ts";
import { acctId, bankId, type Kind, toKind } from "./accounts.ts";
import { type Element, elementsAt, parseOfxDay, textAt } from "./parse-request.ts";
import { type Status, statusElement, transactionId } from "./replies.ts";

/** A requested statement, and its requested parts. */
type WantedStatement = {
  account: DoorAccount;
  period: Period;
  isWithTransactions: boolean;
  isWithPositions: boolean;
  isWithBalance: boolean;
};

/** A request for a statement, or the status to return instead. */
export type AskedStatement = { transactionId: string } & (WantedStatement | { status: Status });

/** The requested statements of a kind. Each account is read once. */
export function statementsAsked(
  request: Element,
  accounts: readonly DoorAccount[],
  { set, prefix, from }: Kind,
): AskedStatement[] {
  const byId = new Map(
    accounts.filter((one) => toKind(one) === set).map((one) => [acctId(one), one]),
  );
  const read = new Set<DoorAccount>();
  return elementsAt(request, [`${set}MSGSRQV1`, `${prefix}STMTTRNRQ`]).map((one) => {
    const [wanted] = elementsAt(one, [`${prefix}STMTRQ`]);
    const account = byId.get(wanted ? textAt(wanted, from, "ACCTID") : "");
    const asked = { transactionId: transactionId(one) };
    if (!wanted || !account) return { ...asked, status: "noAccount" };
    if (read.has(account)) return { ...asked, status: "repeated" };
    const period = periodIn(wanted);
    if (!period) return { ...asked, status: "badDates" };
    read.add(account);
    return {
      ...{ ...asked, account, period },
      isWithTransactions:
        elementsAt(wanted, ["INCTRAN"]).length > 0 && isIncluded(wanted, "INCTRAN", "INCLUDE"),
      isWithPositions: isIncluded(wanted, "INCPOS", "INCLUDE"),
      isWithBalance: isIncluded(wanted, "INCBAL"),
    };
  });
}

/** Whether a request includes a part, as it does by default. */
const isIncluded = (request: Element, ...path: readonly string[]): boolean =>
  textAt(request, ...path).toUpperCase() !== "N";

/** The requested days of a statement; null for an invalid day. */
type Period = { from: string | null; to: string | null };

function periodIn(request: Element): Period | null {
  const [range] = elementsAt(request, ["INCTRAN"]);
  const dayIn = (name: string) => parseOfxDay(range ? textAt(range, name) : "");
  try {
    return { from: dayIn("DTSTART"), to: dayIn("DTEND") };
  } catch (failure) {
    if (failure instanceof Fault && failure.code === "INVALID_FIELD") return null;
    throw failure;
  }
}

/**
 * Writes the statements of a kind. Adds the investment statements to `written`, whose securities
 * are written at the end.
 */
export async function* statements(
  context: DoorContext,
  grant: Grant,
  { kind: { set, prefix }, asked }: { kind: Kind; asked: readonly AskedStatement[] },
  written: StatementStream[],
): AsyncGenerator<string> {
  if (asked.length === 0) return;
  yield `<${set}MSGSRSV1>`;
  for (const one of asked) {
    const stream =
      "status" in one ? null : await openStatement(context, grant, one, set === "INVSTMT");
    const status = "status" in one ? one.status : stream ? "ok" : "notRead";
    yield `<${prefix}STMTTRNRS>${one.transactionId}${statusElement(status)}`;
    if ("account" in one && stream) {
      const options = { ...one, day: toDate(dayAt(context.clock())) };
      yield* set === "INVSTMT"
        ? investmentStatement(stream, options)
        : ofxStatement(stream, options);
      written.push(stream);
    }
    yield `</${prefix}STMTTRNRS>`;
    // Many accounts have less than a page each.
    await yieldToEventLoop();
  }
  yield `</${set}MSGSRSV1>`;
}

/**
 * Opens the statement of an account. Its transactions are read while it is sent. Null for an
 * investment account whose investments were never read, since the statement would be empty.
 */
export async function openStatement(
  context: DoorContext,
  grant: Grant,
  {
    account: one,
    period,
    isWithTransactions,
  }: Pick<WantedStatement, "account" | "period" | "isWithTransactions">,
  isInvested: boolean,
): Promise<StatementStream | null> {
  const today = toDate(dayAt(context.clock()));
  const { item } = one.connection;
  const store = isWithTransactions ? grantedTransactions(context, grant, item) : NO_TRANSACTIONS;
  const accounts = [{ itemId: item.itemId, account: one.account }];
  const { from, to } = period;
  const days = { from: from ?? "1970-01-01", to: to ?? today, today };
  const [stream] = await openStatements(store, accounts, days);
  if (!stream) throw new Error("an account has no statement");
  const account = {
    ...stream.account,
    id: acctId(one),
    bankId: bankId(one),
    currency: one.currency,
  };
  if (!isInvested) return { ...stream, account };
  const investments = await grantedInvestments(context, grant, item);
  const portfolio = investments.get(one.account.account_id);
  if (!portfolio) return null;
  const transactions = isWithTransactions ? portfolio.transactions : [];
  return { ...stream, account, portfolio: { ...portfolio, transactions } };
}

const NO_TRANSACTIONS = { pages: async function* () {} };
