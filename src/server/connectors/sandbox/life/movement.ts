import type {
  Location,
  PaymentChannel,
  PaymentMeta,
  TransactionCode,
} from "../../../../protocol/transaction.ts";

/** Money that moves on an account of the sandbox. Days are counted from 1970, amounts are in cents. */
export type Movement = {
  /** Its own among all that a person moves at an institution, for ever. */
  key: string;
  /** The name of the account in the person's set. */
  account: string;
  /** Positive when it leaves the account. */
  cents: number;
  /** The day it is booked on, or dropped on if it never is. */
  day: number;
  story: Story;
  /** A purchase by card is seen from this moment on, in minutes since 1970; pending, until it is booked. */
  seenAt: number | null;
  /** A reservation that is never booked. */
  isDropped: boolean;
  /** What it costs in the money of the country it was made in, which is all that is known while pending. */
  abroad: { currency: string; cents: number } | null;
};

/** The words around a movement. */
export type Story = {
  name: string;
  merchant: string | null;
  /** What the institution's own statement says. */
  statement: string;
  categoryId: string;
  channel: PaymentChannel;
  code: TransactionCode;
  location: Location | null;
  meta: Partial<PaymentMeta>;
  owner: string | null;
};

/** What a movement is told by; what is left out does not apply. */
export const story = (
  told: Partial<Story> & Pick<Story, "name" | "categoryId" | "code">,
): Story => ({
  merchant: null,
  statement: told.name.toUpperCase(),
  channel: "other",
  location: null,
  meta: {},
  owner: null,
  ...told,
});

/** Money that is simply booked on a day. */
export const booked = (
  key: string,
  { account, cents, day }: { account: string; cents: number; day: number },
  words: Story,
): Movement => ({
  key,
  account,
  cents,
  day,
  story: words,
  seenAt: null,
  isDropped: false,
  abroad: null,
});

/** Money that goes from one of a person's accounts to another: the same amount on both, on one day. */
export const transfer = (
  key: string,
  { from, to, cents, day }: { from: string; to: string; cents: number; day: number },
  words: { categoryId: string; received?: string; name?: string },
): Movement[] => {
  const meta = {
    payment_method: "internal transfer",
    reference_number: String(day).padStart(8, "0"),
  };
  const told = (name: string, categoryId: string) =>
    story({ name, categoryId, code: "transfer", channel: "online", meta });
  return [
    booked(
      `${key} out`,
      { account: from, cents, day },
      told(words.name ?? `Transfer to ${to}`, words.categoryId),
    ),
    booked(
      `${key} in`,
      { account: to, cents: -cents, day },
      told(words.name ?? `Transfer from ${from}`, words.received ?? words.categoryId),
    ),
  ];
};
