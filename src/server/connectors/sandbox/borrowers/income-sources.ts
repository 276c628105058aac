import type { Random } from "../random.ts";
import type { PayRule } from "../transactions/paydays.ts";
import type { BorrowerUser } from "./borrower-users.ts";
import type { IncomeSource } from "./income-source.ts";

/** The basis for drawing sources: the people, and their usual monthly income in cents. */
export type Earners = { holder: string; partner: string; monthly: number; random: Random };

const always = () => true;

/** A borrower's sources of income, which together pay at least about `monthly` in each month. */
export const incomeSources = (user: BorrowerUser, earners: Earners): IncomeSource[] => {
  const { holder, partner, monthly, random } = earners;
  const employer = shuffle(EMPLOYERS, random);
  const job = (id: string, at: number, rule: PayRule, share: number, more = {}): IncomeSource => ({
    id,
    payer: employer[at] ?? "",
    kind: "SALARY",
    rule,
    cents: Math.round((monthly * share) / minPerMonth(rule)),
    swing: 0,
    raise: 3,
    bonuses: {},
    isActive: always,
    payee: holder,
    ownWords: "",
    ...wordingOf(random),
    ...more,
  });
  const other = (
    id: string,
    kind: IncomeSource["kind"],
    rule: IncomeSource["rule"],
    cents: number,
    [ownWords, categoryId]: readonly [string, string],
    more = {},
  ): IncomeSource => ({
    id,
    payer: ownWords,
    kind,
    rule,
    cents: Math.round(cents),
    swing: 0,
    raise: 0,
    bonuses: {},
    isActive: always,
    payee: holder,
    wording: "own",
    ownWords,
    categoryId,
    ...more,
  });
  const fortnightly = (): PayRule => ({
    every: "two weeks",
    weekday: random.whole(2, 4),
    isOdd: random.chance(50),
  });
  const weekly = (): PayRule => ({ every: "week", weekday: random.whole(1, 4), isOdd: false });
  const halfMonthly = (): PayRule => ({
    every: "half month",
    days: random.pick<readonly [number, number]>([
      [15, 31],
      [1, 15],
      [5, 20],
      [7, 22],
    ]),
  });
  const monthlyRule = (): PayRule => ({ every: "month", day: random.whole(1, 31) });
  const gig = (id: string, words: Words, min: number, max: number, share: number) =>
    other(id, "GIG_ECONOMY", { every: "now and then", min, max }, (monthly * share) / min, words, {
      swing: 45,
    });
  const nthWednesday: PayRule = { every: "month", nth: random.whole(2, 4), weekday: 2 };
  switch (user) {
    case "user_bank_income":
      return [
        job("salary", 0, halfMonthly(), 0.7),
        gig("courier", GIGS[1], 3, 8, 0.15),
        other("tenant", "RENTAL", { every: "month", day: 3 }, monthly * 0.2, [
          "ONLINE PAYMENT FROM NOA TIERNEY RENT",
          "24003000",
        ]),
      ];
    case "user_credit_profile_excellent":
      return [job("salary", 0, fortnightly(), 1)];
    case "user_credit_profile_good":
      return [job("salary", 0, random.chance(50) ? halfMonthly() : monthlyRule(), 1)];
    case "user_credit_profile_poor":
      return [
        job("salary", 0, weekly(), 0.6, { swing: 12, raise: 0 }),
        gig("driver", GIGS[0], 3, 9, 0.4),
      ];
    case "user_credit_bonus":
      return [job("salary", 0, fortnightly(), 1, { bonuses: { 2: 240, 11: 190 } })];
    case "user_credit_joint_account": {
      const share = random.chance(30) ? 0 : 1;
      // Both may work for the same employer, so only descriptions distinguish their wages.
      const description =
        share === 0 ? { wording: "payroll" as const, categoryId: "24004000" } : {};
      return [
        job("salary", 0, fortnightly(), 0.6, description),
        job("partner", share, share === 0 ? fortnightly() : halfMonthly(), 0.4, {
          payee: partner,
          ...description,
        }),
      ];
    }
    case "user_gig_worker":
      return [
        gig("driver", GIGS[0], 6, 11, 0.5),
        gig("courier", GIGS[1], 4, 8, 0.3),
        other("tasks", "GIG_ECONOMY", weekly(), (monthly * 0.3) / 4, GIGS[2], { swing: 30 }),
      ];
    case "user_two_jobs": {
      const rule = fortnightly();
      return [
        job("salary", 0, rule, 0.6),
        job("second", 1, random.chance(60) ? rule : weekly(), 0.4, { swing: 6 }),
      ];
    }
    case "user_overdrafts":
      return [job("salary", 0, weekly(), 1, { swing: 8, raise: 1 })];
    case "user_new_loan":
      return [job("salary", 0, random.chance(50) ? fortnightly() : halfMonthly(), 1)];
    case "user_job_change": {
      // Eleven months of work, then one or two of unemployment benefits, paid every two weeks.
      const [turn, pause] = [random.whole(0, 12), random.whole(1, 2)];
      const place = (month: number) => (month + turn) % 13;
      const nth = (month: number) => Math.floor((month + turn) / 13) % 3;
      const rules = [fortnightly(), halfMonthly(), monthlyRule()];
      return [
        ...rules.map((rule, at) =>
          job(`job ${at}`, at, rule, 1.2, {
            isActive: (month: number) => nth(month) === at && place(month) < 13 - pause,
          }),
        ),
        other(
          "unemployment",
          "BENEFITS",
          fortnightly(),
          monthly * 0.55,
          ["STATE DEPT OF LABOR UI BENEFIT #", "16002000"],
          {
            isActive: (month: number) => place(month) >= 13 - pause,
          },
        ),
      ];
    }
    case "user_retired":
      return [
        other(
          "social security",
          "BENEFITS",
          nthWednesday,
          monthly * 0.5,
          ["SSA TREAS 310 XXSOC SEC", "16002000"],
          { raise: 2 },
        ),
        other("pension", "RETIREMENT", { every: "month", day: 1 }, monthly * 0.4, [
          "TEACHERS RETIREMENT FUND PENSION #",
          random.chance(50) ? "16003000" : "24004000",
        ]),
        other(
          "annuity",
          "RETIREMENT",
          { every: "month", day: random.whole(8, 25) },
          monthly * 0.15,
          ["FAIRWEATHER MUTUAL ANNUITY #", "24004000"],
        ),
      ];
    case "user_benefits":
      return [
        other(
          "disability",
          "BENEFITS",
          { every: "month", day: 3 },
          monthly * 0.7,
          ["SSA TREAS 310 XXSSI DISABILITY", random.chance(50) ? "16002000" : "24004000"],
          { raise: 2 },
        ),
        other("family", "BENEFITS", fortnightly(), monthly * 0.2, [
          "STATE FAMILY ALLOWANCE #",
          "24004000",
        ]),
      ];
    case "user_seasonal": {
      const inSeason = (month: number) => month % 12 >= 4 && month % 12 <= 9;
      return [
        job("season", 0, weekly(), 1.3, { swing: 15, isActive: inSeason }),
        other(
          "unemployment",
          "BENEFITS",
          fortnightly(),
          monthly * 0.52,
          ["STATE DEPT OF LABOR UI BENEFIT #", "24004000"],
          {
            isActive: (month: number) => !inSeason(month),
          },
        ),
      ];
    }
  }
};

type Words = readonly [description: string, categoryId: string];

/** Platforms that pay drivers, couriers and repairers. */
const GIGS = [
  ["ROADLARK DRIVER PAYOUT #", "24004000"],
  ["SPOONFERRY COURIER EARNINGS #", "16000000"],
  ["TASKOTTER PRO # PAYMENT", "16000000"],
] as const satisfies Words[];

const EMPLOYERS = [
  "Gullwing Foods",
  "Cobalt County Schools",
  "Larkspur Health Partners",
  "Nettle & Rye Bakeries",
  "Quillmark Insurance",
  "Osier Ridge Hospital",
  "Tidewater Freight Lines",
  "Palisade Robotics",
] as const;

/**
 * The description of wages. The institution categorizes them as wages unless the description does.
 */
function wordingOf(random: Random): Pick<IncomeSource, "wording" | "categoryId"> {
  const wording = random.pick(["payroll", "ach fields", "direct deposit", "bare"] as const);
  return { wording, categoryId: wording === "bare" || random.chance(60) ? "16001001" : "24004000" };
}

function minPerMonth(rule: PayRule): number {
  return { week: 4, "two weeks": 2, "half month": 2, month: 1 }[rule.every];
}

function shuffle<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((entry) => ({ entry, rank: random.whole(0, 1_000_000) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}
