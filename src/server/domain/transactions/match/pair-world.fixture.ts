import { BANK_WORDS, COUNTRIES, GENERIC, PROCESSORS } from "./pair-merchants.fixture.ts";

/** A transaction with the fields that a matcher reads. */
export type PairTransaction = {
  transaction_id: string;
  account_id: string;
  /** Positive when money leaves the account. */
  amount: number;
  iso_currency_code: string;
  date: string;
  authorized_date: string | null;
  pending: boolean;
  name: string;
  merchant_name: string | null;
  original_description: string | null;
  check_number: string | null;
};

/** A true payment, independent of a bank's description. */
export type Payment = {
  merchant: string;
  place: string;
  /** Four digits, written after the merchant. */
  store: string | null;
  /** Hundredths of the currency; negative when money comes in. */
  cents: number;
  /** Days since 1970. */
  day: number;
  account: string;
  currency: string;
  cheque: string | null;
  /**
   * Whether the payment was made without a card, so that no card processor or generic card word
   * replaces its name.
   */
  cardless: boolean;
};

type Posting = Partial<
  Pick<PairTransaction, "transaction_id" | "pending"> & {
    slip: number;
    cents: number;
    style: Style;
    authorizedDay: number | null;
  }
>;

/** A bank's style of writing a merchant. */
export type Style = keyof typeof STYLES;
type Writer = (text: string, payment: Payment, random: Random) => string;

/** Seeded randomness (mulberry32). */
export const randomOf = (seed: number) => {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  const pick = <Value>(values: readonly Value[]): Value =>
    values[int(0, values.length - 1)] as Value;
  const chance = (share: number): boolean => next() < share;
  const digits = (length: number): string => `${int(10 ** (length - 1), 10 ** length - 1)}`;
  const shuffle = <Value>(values: Value[]): void => {
    for (let last = values.length - 1; last > 0; last--) {
      const other = int(0, last);
      [values[last], values[other]] = [values[other] as Value, values[last] as Value];
    }
  };
  const id = (): string => int(0, 2 ** 31).toString(36) + int(36 ** 4, 36 ** 5 - 1).toString(36);
  return { int, pick, chance, digits, shuffle, id };
};
export type Random = ReturnType<typeof randomOf>;

const LATIN: { [letter: string]: string } = { Ä: "AE", Ö: "OE", Ü: "UE", Ø: "OE", Å: "AA", Ł: "L" };

const STYLES = {
  clean: (text) => text,
  upper: (text) => text.toUpperCase(),
  cut: (text, { place }) => `${text} ${place}`.toUpperCase().slice(0, 22).trim(),
  processor: (text, _, { pick }) => pick(PROCESSORS) + text.toUpperCase(),
  place: (text, { place }) => `${text} ${place}`.toUpperCase(),
  reference: (text, _, { pick, digits }) =>
    text.toUpperCase() +
    pick([` ${digits(10)}`, ` REF ${digits(3)}K${digits(3)}`, `*${digits(1)}T${digits(2)}Q`]),
  bank: (text, _, { pick }) => pick(BANK_WORDS) + text.toUpperCase(),
  unaccented: (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase(),
  transliterated: (text) =>
    text.toUpperCase().replace(/[ÄÖÜØÅŁ]/g, (letter) => LATIN[letter] ?? letter),
  unreadable: (text) => text.toUpperCase().replace(/[^\x20-\x7e]/g, "?"),
  generic: (_, __, { pick }) => pick(GENERIC),
} satisfies { [style: string]: Writer };

const CARDLESS: readonly Style[] = ["clean", "upper", "place", "reference"];
const PENDING: readonly Style[] = [
  ...(["clean", "clean", "clean", "clean", "upper", "upper"] as const),
  ...(["processor", "place", "bank", "unaccented"] as const),
];
const POSTED: readonly Style[] = [
  ...(["upper", "upper", "place", "place", "reference", "reference"] as const),
  ...(["clean", "cut", "processor", "bank", "unaccented", "transliterated"] as const),
];

const SLIPS = [0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8, -1];

/** Currencies without decimals. */
const WHOLE = ["JPY", "KRW"];

const toDate = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** A customer's bank: true payments, and two lists of them. */
export const worldOf = (random: Random) => {
  const { int, pick, chance, digits, id } = random;
  const before: PairTransaction[] = [];
  const after: PairTransaction[] = [];
  const truth = new Map<string, string | null>();
  const merchants = new Map<string, string>();
  const payments: Payment[] = [];

  const cents = (): number =>
    pick([() => int(1, 40) * 500, () => int(150, 20_000), () => int(1, 60) * 100 - 1])();

  const payment = (given: Partial<Payment> & { restaurant?: true } = {}): Payment => {
    const country = pick(COUNTRIES);
    const { restaurant, ...fields } = given;
    const made = {
      merchant: pick(restaurant ? country.restaurants : country.shops),
      place: pick(country.places),
      store: chance(0.1) ? digits(4) : null,
      cents: cents(),
      day: int(20_454, 21_500),
      account: pick(["checking", "card", "joint"]),
      currency: country.currency,
      cheque: null,
      cardless: false,
      ...fields,
    };
    if (WHOLE.includes(made.currency)) made.cents = Math.ceil(made.cents / 100) * 100;
    return made;
  };

  /** Another payment with the same merchant, account, currency and amount. */
  const like = (payment: Payment, changes: Partial<Payment> = {}): Payment => ({
    ...payment,
    ...changes,
  });

  const write = (
    payment: Payment,
    style: Style,
    facts: Pick<
      PairTransaction,
      "transaction_id" | "date" | "authorized_date" | "pending" | "check_number"
    > & { cents: number },
  ): PairTransaction => {
    const { cents: hundredths, ...rest } = facts;
    const known =
      payment.store && chance(0.85) ? `${payment.merchant} #${payment.store}` : payment.merchant;
    const name = STYLES[style](known, payment, random);
    const isNamed = style !== "generic" && !payment.cardless && chance(0.4);
    merchants.set(facts.transaction_id, payment.merchant);
    return {
      ...rest,
      account_id: payment.account,
      amount: hundredths / 100,
      iso_currency_code: payment.currency,
      name,
      merchant_name: isNamed ? payment.merchant : null,
      original_description: chance(0.5) ? null : name.toUpperCase(),
    };
  };

  /** Adds a payment as pending to the store. It disappears unless it is posted later. */
  const hold = (
    payment: Payment,
    style = pick(payment.cardless ? CARDLESS : PENDING),
  ): PairTransaction => {
    const held = write(payment, style, {
      transaction_id: id(),
      date: toDate(payment.day),
      authorized_date: chance(0.5) ? toDate(payment.day) : null,
      pending: true,
      cents: payment.cents,
      check_number: payment.cheque && chance(0.6) ? payment.cheque : null,
    });
    before.push(held);
    payments.push(payment);
    truth.set(held.transaction_id, null);
    return held;
  };

  /**
   * Lists a payment as posted, in place of a held one; null for a payment that was never listed.
   */
  const post = (
    payment: Payment,
    held: PairTransaction | null,
    posting: Posting = {},
  ): PairTransaction => {
    const { slip = pick(SLIPS), style = pick(payment.cardless ? CARDLESS : POSTED) } = posting;
    const authorizedDay = posting.authorizedDay ?? payment.day + (chance(0.05) ? pick([-1, 1]) : 0);
    const isAuthorized = posting.authorizedDay !== null && (posting.authorizedDay || chance(0.5));
    const posted = write(payment, style, {
      transaction_id: posting.transaction_id ?? id(),
      date: toDate(payment.day + slip),
      authorized_date: isAuthorized ? toDate(authorizedDay) : null,
      pending: posting.pending ?? false,
      cents: posting.cents ?? payment.cents,
      check_number: payment.cheque,
    });
    after.push(posted);
    if (held) truth.set(held.transaction_id, posted.transaction_id);
    return posted;
  };

  /** Adds a payment that is already stored and stays unchanged. */
  const settle = (payment: Payment, pending = false): void => {
    const settled = post(payment, null, pending ? { slip: 0, pending } : {});
    before.push({ ...settled });
    truth.set(settled.transaction_id, settled.transaction_id);
  };

  const lists = { before, after, truth, merchants, payments };
  return { ...random, ...lists, payment, like, hold, post, settle };
};
export type World = ReturnType<typeof worldOf>;

/** A kind of scenario. */
export type Kind = readonly [kind: string, play: (world: World) => void];

export const findBill = (world: World): Payment =>
  world.payment({ restaurant: true, cents: world.int(12, 240) * 100 + world.int(0, 99) });

/** A payment's amount with a tip in percent. */
export const tipped = (
  world: World,
  { cents, currency }: Payment,
  min: number,
  max: number,
): number => {
  const percent = world.pick([
    min,
    max,
    world.int(min, max),
    world.int(min, max),
    world.int(min, max),
  ]);
  const unit = currency === "JPY" || currency === "KRW" ? 100 : 1;
  return Math.floor((cents * (100 + percent)) / 100 / unit) * unit;
};
