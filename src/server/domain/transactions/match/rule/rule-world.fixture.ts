import type { PaymentEvidence } from "../../../connectors/payment-evidence.ts";
import { randomOf } from "../pair-world.fixture.ts";

/** How sure the rule can be of a kind: data decides it, a default does, its user does, or nothing can. */
export type Verdict = "decidable" | "default" | "question" | "undecidable";

/** The facts of a row; `cents` are positive when money leaves the account, days are counted from March 1, 2026. */
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

/** A row as a matcher gets it. */
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

/** A pair of ids: of a removed row and of an added one. */
export type IdPair = readonly [gone: string, come: string];

/** The rows of a comparison, with the pairs that are one payment, and those that the rule applies and asks. */
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
  /** Whether the days of rows with equal content still distinguish them. */
  exact: boolean;
};

/** A kind of cases: its name, how sure the rule can be, and the function that plays one. */
export type RuleKind = readonly [kind: string, verdict: Verdict, play: (play: Play) => void];

/** The functions that a kind plays a case with. */
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
    /** The rule applies the pair, which is one payment in truth unless said otherwise. */
    same: (gone: RuleRow, come: RuleRow, isTrue = true) => {
      rows.applied.push(ids(gone, come));
      if (isTrue) rows.truth.push(ids(gone, come));
    },
    /** The rule asks the pair. */
    ask: (gone: RuleRow, come: RuleRow, isTrue = true) => {
      rows.asked.push(ids(gone, come));
      if (isTrue) rows.truth.push(ids(gone, come));
    },
    /** The days of equal rows count. */
    daysCount: () => {
      rows.exact = true;
    },
    /** Returns an amount that differs from the amounts of all rows of the case, also with a tip. */
    cents: (from = 300, to = 30_000): number => {
      for (;;) {
        const cents = int(from, to);
        if ([...amounts].every((other) => cents > other * 1.5 || cents * 1.5 < other)) return cents;
        if (chance(0.02)) return cents + 7 * 31 * int(1000, 9000);
      }
    },
    /** Returns a name of two words; no other of the case has its first word. */
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

/** A day as it is written in a row. */
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
