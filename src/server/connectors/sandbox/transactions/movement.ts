import type {
  Location,
  PaymentChannel,
  PaymentMeta,
  TransactionCode,
} from "../../../../protocol/transaction.ts";
import type { RoutingScheme } from "../catalogue/institution.ts";
import { bankWords } from "./words.ts";

/** A movement of money on a sandbox account. Days are counted from 1970, amounts are in cents. */
export type Movement = {
  /** Unique and stable among all movements of a person at an institution. */
  key: string;
  /** The name of the account. */
  account: string;
  /** Positive if money leaves the account. */
  cents: number;
  /** The day of the booking; for a dropped reservation, the day of the drop. */
  day: number;
  story: Story;
  /** When a card purchase appears as pending, in minutes since 1970. */
  seenAt: number | null;
  /** A reservation that is never booked. */
  isDropped: boolean;
  /**
   * The pending amount if a different amount is booked: without the tip, or in a foreign currency.
   * A null currency is the account's own.
   */
  authorized: { currency: string | null; cents: number } | null;
  /**
   * Whether the booked transaction keeps the pending id. Otherwise the booked transaction refers to
   * the pending id.
   */
  keepsId: boolean;
};

/** The descriptive fields of a movement. */
export type Story = {
  name: string;
  merchant: string | null;
  /** The description on the institution's own statement. */
  statement: string;
  categoryId: string;
  channel: PaymentChannel;
  code: TransactionCode;
  location: Location | null;
  meta: Partial<PaymentMeta>;
  owner: string | null;
};

/** A story with defaults for the fields that do not apply. */
export const story = (
  fields: Partial<Story> & Pick<Story, "name" | "categoryId" | "code">,
): Story => ({
  merchant: null,
  statement: fields.name.toUpperCase(),
  channel: "other",
  location: null,
  meta: {},
  owner: null,
  ...fields,
});

/** A movement that is booked on a day, without being pending before. */
export const postedMovement = (
  key: string,
  { account, cents, day }: { account: string; cents: number; day: number },
  story: Story,
): Movement => ({
  key,
  account,
  cents,
  day,
  story,
  seenAt: null,
  isDropped: false,
  authorized: null,
  keepsId: false,
});

/** A transfer between two accounts of a person, with the same amount and day on both. */
export const transfer = (
  key: string,
  { from, to, cents, day }: { from: string; to: string; cents: number; day: number },
  {
    country,
    ...words
  }: {
    country: RoutingScheme["country"];
    categoryId: string;
    received?: string;
    /** The names on the sending and on the receiving account. */
    names?: readonly [sent: string, received: string];
  },
): Movement[] => {
  const meta = {
    payment_method: "internal transfer",
    reference_number: String(day).padStart(8, "0"),
  };
  const bank = bankWords(country);
  const [sent, received] = words.names ?? [bank.to.replace("*", to), bank.from.replace("*", from)];
  const transferStory = (name: string, categoryId: string) =>
    story({ name, categoryId, code: "transfer", channel: "online", meta });
  return [
    postedMovement(
      `${key} out`,
      { account: from, cents, day },
      transferStory(sent, words.categoryId),
    ),
    postedMovement(
      `${key} in`,
      { account: to, cents: -cents, day },
      transferStory(received, words.received ?? words.categoryId),
    ),
  ];
};

/** The names of a card's payment on the paying account, and on the card. */
export const cardPaymentNames = (
  card: string,
  country: RoutingScheme["country"],
): readonly [sent: string, received: string] => {
  const bank = bankWords(country);
  return [bank["card paid"].replace("*", card), bank["payment received"]];
};
