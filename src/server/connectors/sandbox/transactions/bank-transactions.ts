import {
  type Currency,
  currencyCodes,
  currencyFrom,
  dayIn,
  type Id,
  lineFrom,
  ownId,
  ownLine,
  ownLines,
} from "../../../domain/bank-values.ts";
import { dayAt, MINUTE_MS, toDate, toDay } from "../../../domain/calendar.ts";
import {
  type BankTransaction,
  type ManualTransaction,
  NO_LOCATION,
  NO_PAYMENT_META,
} from "../../../domain/connectors/bank-transaction.ts";
import { findCategory } from "../../../domain/transactions/categories.ts";
import { type Movement, story } from "./movement.ts";

/** The status of a movement at a moment: not visible yet or dropped, pending, or booked. */
type BookingStatus = "unseen" | "pending" | "booked";

/** The status of a movement at a moment, in ms since 1970. */
export const bookingStatusAt = (
  { day, seenAt, isDropped }: Movement,
  now: number,
): BookingStatus => {
  if (dayAt(now) >= day) return isDropped ? "unseen" : "booked";
  return seenAt !== null && now >= seenAt * MINUTE_MS ? "pending" : "unseen";
};

/** A movement as bank transactions at a moment; empty before it is visible. */
export const toBankTransactions = (
  movement: Movement,
  { accountKey, currency, now }: { accountKey: Id; currency: Currency; now: number },
): BankTransaction[] => {
  const status = bookingStatusAt(movement, now);
  if (status === "unseen") return [];
  const { story, seenAt, day, keepsId } = movement;
  const isPending = status === "pending";
  const key = ownId(`${accountKey} ${movement.key}`);
  const authorizedAt = seenAt === null ? null : ownLine(new Date(seenAt * MINUTE_MS).toISOString());
  const authorizedDay = authorizedAt && dayIn(authorizedAt);
  const authorized = isPending ? movement.authorized : null;
  return [
    {
      key: isPending && !keepsId ? pendingKeyOf(key) : key,
      accountKey,
      pendingKey: isPending || seenAt === null || keepsId ? null : pendingKeyOf(key),
      account_owner: lineFrom(story.owner),
      amount: (authorized?.cents ?? movement.cents) / 100,
      ...currencyCodes(authorized?.currency ? currencyFrom(authorized.currency) : currency),
      category_id: findCategory(story.categoryId)?.categoryId ?? null,
      transaction_type: transactionType(movement),
      date: isPending && authorizedDay ? authorizedDay : toDate(day),
      authorized_date: authorizedDay ?? toDate(day),
      datetime: isPending ? authorizedAt : null,
      authorized_datetime: authorizedAt,
      name: ownLine(story.name),
      merchant_name: lineFrom(story.merchant),
      original_description: lineFrom(story.statement),
      location: story.location === null ? NO_LOCATION : ownLines(story.location),
      payment_meta: { ...NO_PAYMENT_META, ...ownLines(story.meta) },
      payment_channel: story.channel,
      pending: isPending,
      transaction_code: story.code,
    },
  ];
};

const pendingKeyOf = (key: Id): Id => ownId(`${key} pending`);

function transactionType({ story }: Movement): BankTransaction["transaction_type"] {
  if (findCategory(story.categoryId)?.group !== "place") return "special";
  return story.channel === "online" ? "digital" : "place";
}

/** Manual transactions of a developer, as movements on an account. */
export const manualMovements = (
  account: string,
  transactions: readonly ManualTransaction[],
): Movement[] =>
  transactions.map(({ dateTransacted, datePosted, amount, description }, at) => ({
    key: `written ${at}`,
    account,
    cents: Math.round(amount * 100),
    day: toDay(datePosted),
    story: story({
      name: description,
      statement: description,
      categoryId: guessCategory(description, amount),
      code: amount < 0 ? "transfer" : "purchase",
    }),
    seenAt: dateTransacted < datePosted ? toDay(dateTransacted) * 1440 : null,
    isDropped: false,
    authorized: null,
    keepsId: false,
  }));

/** The category that a description suggests; uncategorized transfers otherwise. */
const guessCategory = (description: string, amount: number): string =>
  CATEGORY_PATTERNS.find(
    ([words, isIncome]) => words.test(description) && isIncome === amount < 0,
  )?.[2] ?? "24004000";

const CATEGORY_PATTERNS: [words: RegExp, isIncome: boolean, categoryId: string][] = [
  [/payroll|salary|wages/i, true, "16001001"],
  [/interest/i, true, "17001000"],
  [/dividend/i, true, "17002000"],
  [/pension/i, true, "16003000"],
  [/interest/i, false, "18001000"],
  [/rent\b/i, false, "15001000"],
  [/mortgage/i, false, "18002001"],
  [/student loan/i, false, "18002002"],
  [/car loan|auto loan/i, false, "18002003"],
  [/\bloans?\b|\blending\b|\blenders?\b/i, false, "18002000"],
  [/coffee|café/i, false, "13001003"],
  [/restaurant|bistro/i, false, "13001001"],
  [/grocer|market|supermarket/i, false, "13003001"],
  [/fuel|petrol/i, false, "25006000"],
  [/\batm\b|cash machine/i, false, "11001001"],
  [/\boverdraft (fee|charge)\b/i, false, "10002000"],
  [/\b(fee|charge)\b/i, false, "10001000"],
];
