import type { PaymentEvidence } from "../../../connectors/payment-evidence.ts";
import { randomOf } from "../pair-world.fixture.ts";

/** The source of a case's decision: data, a default, the user, or nothing. */
export type Verdict = "decidable" | "default" | "question" | "undecidable";

/** The facts of a row. `cents` are positive for outflows; days are counted from March 1, 2026. */
export type Facts = {
  text: string;
  merchant?: string | null;
  original?: string | null;
  cents: number;
  day: number;
  authorized?: number | null;
  pending?: boolean;
  account?: string;
  currency?: string;
  cheque?: string | null;
  evidence?: PaymentEvidence | null;
};

/** A row as the matcher receives it. */
export type RuleRow = {
  transaction_id: string;
  account_id: string;
  amount: number;
  iso_currency_code: string;
  date: string;
  authorized_date: string | null;
  pending: boolean;
  name: string;
  merchant_name: string | null;
  original_description: string | null;
  check_number: string | null;
  evidence: PaymentEvidence | null;
};

/** The ids of a removed row and of an added row. */
export type IdPair = readonly [gone: string, come: string];

/**
 * The rows of a comparison, with the true pairs, the pairs that the rule applies, and the
 * questions.
 */
export type RuleCase = {
  kind: string;
  verdict: Verdict;
  gone: RuleRow[];
  come: RuleRow[];
  kept: RuleRow[];
  /** Pairs that are one payment in truth. */
  truth: IdPair[];
  applied: IdPair[];
  asked: IdPair[];
  /** Whether days still distinguish rows with equal content. */
  exact: boolean;
};

/** A kind of case: its name, its decision, and the function that builds a case. */
export type RuleKind = readonly [kind: string, verdict: Verdict, play: (play: Play) => void];

/** The functions with which a case is built. */
export type Play = ReturnType<typeof playOf>;

/** Starts an empty case of a kind. */
export const playOf = (kind: string, verdict: Verdict, seed: number) => {
  const random = randomOf(seed);
  const { int, pick, chance } = random;
  const rows: RuleCase = {
    ...{ kind, verdict, gone: [], come: [], kept: [] },
    ...{ truth: [], applied: [], asked: [], exact: false },
  };
  const firsts = new Set<string>();
  const amounts = new Set<number>();

  const add = (side: "gone" | "come" | "kept", facts: Facts): RuleRow => {
    const row = rowOfFacts(`${side}-${rows[side].length}`, facts);
    rows[side].push(row);
    amounts.add(Math.abs(facts.cents));
    return row;
  };

  const ids = (gone: RuleRow, come: RuleRow): IdPair => [gone.transaction_id, come.transaction_id];

  return {
    ...{ int, pick, chance, rows },
    gone: (facts: Facts) => add("gone", facts),
    come: (facts: Facts) => add("come", facts),
    kept: (facts: Facts) => add("kept", facts),
    /** Adds a pair that the rule applies; one payment in truth unless `isTrue` is false. */
    same: (gone: RuleRow, come: RuleRow, isTrue = true) => {
      rows.applied.push(ids(gone, come));
      if (isTrue) rows.truth.push(ids(gone, come));
    },
    /** Adds a pair that the rule asks about. */
    ask: (gone: RuleRow, come: RuleRow, isTrue = true) => {
      rows.asked.push(ids(gone, come));
      if (isTrue) rows.truth.push(ids(gone, come));
    },
    /** Makes the days of equal rows count. */
    daysCount: () => {
      rows.exact = true;
    },
    /** Returns an amount that differs from all amounts of the case, even with a tip. */
    cents: (from = 300, to = 30_000): number => {
      for (;;) {
        const cents = int(from, to);
        if ([...amounts].every((other) => cents > other * 1.5 || cents * 1.5 < other)) return cents;
        if (chance(0.02)) return cents + 7 * 31 * int(1000, 9000);
      }
    },
    /** Returns a name of two words, with a first word unique in the case. */
    merchant: (): string => {
      for (;;) {
        const first = pick(FIRST_WORDS);
        if (firsts.has(first)) continue;
        firsts.add(first);
        return `${first} ${pick(SECOND_WORDS)}`;
      }
    },
    town: () => pick(TOWNS),
    person: () => `${pick(GIVEN_NAMES)} ${pick(FAMILY_NAMES)}`,
    number: (digits: number) =>
      `${int(1, 9)}${Array.from({ length: digits - 1 }, () => int(0, 9)).join("")}`,
    /** Returns two different values. */
    two: <Value>(make: () => Value): [Value, Value] => {
      const one = make();
      for (;;) {
        const other = make();
        if (other !== one) return [one, other];
      }
    },
  };
};

/** A day in the form of a row's date. */
export const toDate = (day: number): string =>
  new Date(Date.UTC(2026, 2, 1 + day)).toISOString().slice(0, 10);

const rowOfFacts = (transaction_id: string, facts: Facts): RuleRow => ({
  transaction_id,
  account_id: facts.account ?? "giro",
  amount: facts.cents / 100,
  iso_currency_code: facts.currency ?? "EUR",
  date: toDate(facts.day),
  authorized_date: facts.authorized == null ? null : toDate(facts.authorized),
  pending: facts.pending ?? false,
  name: facts.text,
  merchant_name: facts.merchant ?? null,
  original_description: facts.original ?? null,
  check_number: facts.cheque ?? null,
  evidence: facts.evidence ?? null,
});

const FIRST_WORDS = (
  "AMBER BASALT CINDER DAPPLE EMBER FALCON GINGER HOLLOW INDIGO JUNIPER KESTREL LAGOON MARBLE NIMBUS OSPREY " +
  "PEBBLE QUARTZ RUSSET SAFFRON TANGLE UMBRA VELVET WILLOW YARROW ZEPHYR ACORN BRAMBLE COPPER DRIFTWOOD ELDER " +
  "FENNEL GRANITE HAZEL IVORY JASPER KELP LINNET MAGPIE NETTLE OCHRE PLOVER QUILL ROWAN SORREL THISTLE VESPER"
).split(" ");

const SECOND_WORDS = (
  "LANTERN KETTLE ANCHOR ORCHARD BISTRO GRILL TAVERN NOODLES TAILOR CINEMA DENTIST FLORIST MUSEUM BARBER " +
  "SADDLERY POTTERY VELO THEATRE CREAMERY SMOKEHOUSE BOATYARD LAUNDRY HATTER GROCER TOYS LIGHTING CERAMICS"
).split(" ");

const TOWNS =
  "TOLEDO OH|AKRON OH|BERLIN|LYON|PORTO|GENT|BERGEN|UPPSALA|TURKU|KRAKOW|BILBAO|OXFORD".split("|");

const GIVEN_NAMES =
  "MARIA JONAS PETRA OLIVER ANNIKA TOMAS INGRID MATTEO SOFIA LUKAS HELENA FELIX".split(" ");

const FAMILY_NAMES =
  "BIRCH ASPEN LINDQVIST MOREAU KOWALSKI FERREIRA ROSSI JANSEN HUBER NOVAK OLSEN WEBER".split(" ");
