import type { AccountPlan, TestUser } from "../accounts/account-plan.ts";
import { region } from "../accounts/region.ts";
import type { RoutingScheme, SandboxInstitution } from "../catalogue/institution.ts";
import { type Random, seededRandom } from "../random.ts";
import { type Bill, drawBills, drawSubscriptions } from "./bills.ts";
import { drawLoan, type Loan } from "./loans.ts";
import { minPaydays, paydaysIn, type Rhythm } from "./paydays.ts";
import { type Home, homeOf, placeInTownOf } from "./people.ts";
import type { Place } from "./places.ts";
import type { SavingsPot } from "./savings-pots.ts";

/** A person's money at one institution: its income, its fixed payments, and the purpose of each account. */
export type Household = {
  /** Draws facts about the household, always the same for the same words. */
  draw(...about: (string | number)[]): Random;
  country: RoutingScheme["country"];
  currency: string;
  /** How many units of the currency are one of a big currency. */
  unit: number;
  home: Home;
  /** A place in the person's town. */
  placeInTown(spot: Random): Place;
  isBusiness: boolean;
  /** The account that income arrives on and most payments leave. */
  main: Float;
  /** A separate account for the bills, or for a business's wages. */
  second: Float | null;
  pots: SavingsPot[];
  cards: Card[];
  loans: Loan[];
  investments: Investment[];
  wages: Wages;
  /** The income of the leanest month, in cents; all other amounts are scaled by it. */
  monthly: number;
  rent: number;
  bills: Bill[];
  subscriptions: Bill[];
};

/** A checking account, whose balance at the end of a month stays within bounds. */
export type Float = { name: string; min: number; max: number };

/** A credit card, whose spending of a month is paid in the next one. */
export type Card = {
  name: string;
  limit: number;
  /** The usual spending of a month. */
  spending: number;
  /** A standing debt, and its interest per month. */
  standingDebt: number;
  interest: number;
};

/** An account that grows by contributions and dividends. */
export type Investment = {
  name: string;
  base: number;
  /** The amount paid in each month from the main account, or each payday by the employer. */
  contribution: number;
  by: "holder" | "employer";
};

/** Wages in cents, and their rhythm. */
type Wages = { payer: string; each: number; rhythm: Rhythm; side: number };

/** Monthly income in units of a big currency: from, to. */
const INCOMES: { [U in TestUser]: readonly [number, number] } = {
  user_good: [2100, 3900],
  user_small_business: [16_000, 34_000],
  user_yuppie: [5200, 8800],
  user_ewa_user: [1150, 1600],
};

/** The reserve at the end of a month until the next wages, in percent of the monthly income. */
const CUSHIONS = { month: 105, "two weeks": 70, week: 65 };
/** A smaller reserve, since a business has income every week. */
const BUSINESS_CUSHION = 60;

/** The household of a person with a test user's accounts. */
export const householdOf = (
  { institution, routingScheme }: SandboxInstitution,
  person: string,
  testUser: TestUser,
): Household => {
  const { country } = routingScheme;
  const { currency, unit, accounts } = region(country);
  const plans = accounts[testUser];
  const draw = (...about: (string | number)[]) =>
    seededRandom(institution.institutionId, person, "life", ...about.map(String));
  const facts = draw("facts");
  // The sets of accounts are written in the country's own units already.
  const cents = (units: number) => Math.round(units * 100);
  const loans = plans.flatMap((plan) =>
    plan.type === "loan"
      ? [drawLoan(plan, cents(plan.holds[0]), Math.floor(plan.holds[1] * 80), draw(plan.name))]
      : [],
  );
  const isBusiness = testUser === "user_small_business";
  const rhythm = drawRhythm(country, testUser, facts);
  const loanPayments = loans.reduce((sum, { payment }) => sum + payment, 0);
  const [min, max] = INCOMES[testUser];
  // Loan payments take about a third of the income at most.
  const income = Math.max(
    facts.whole(cents(min * unit), cents(max * unit)),
    Math.ceil(loanPayments / 0.34),
  );
  const each = Math.ceil(income / minPaydays(rhythm));
  const monthly = each * minPaydays(rhythm);
  const floats = floatsOf(plans, monthly, cents, rhythm, isBusiness, draw);
  const [main, second = null] = floats;
  if (!main) throw new Error(`${testUser} has no current account in ${country}`);
  const isFrugal = testUser === "user_ewa_user";
  const means = { monthly, unit, isFrugal, isBusiness };
  return {
    draw,
    country,
    currency,
    unit,
    home: homeOf(person, country),
    placeInTown: (spot) => placeInTownOf(person, country, spot),
    isBusiness,
    main,
    second,
    pots: potsOf(plans, { monthly, each, rhythm, isFrugal }, cents, draw),
    cards: cardsOf(plans, monthly, cents, draw),
    loans,
    investments: plans.flatMap((plan) => {
      if (plan.type !== "investment") return [];
      const random = draw(plan.name);
      const by = plan.subtype === "401k" ? ("employer" as const) : ("holder" as const);
      const base = random.whole(cents(plan.holds[0]), Math.floor(cents(plan.holds[1]) / 2));
      return [{ name: plan.name, base, by, contribution: roundToFive(monthly * 0.03) }];
    }),
    wages: {
      payer: facts.pick(PAYERS),
      each,
      rhythm,
      side: testUser === "user_yuppie" ? roundToFive(monthly * 0.09) : 0,
    },
    monthly,
    rent: loans.some(({ name }) => name === "Mortgage") ? 0 : rentOf(monthly, isBusiness, facts),
    bills: drawBills(draw("bills"), means),
    subscriptions: isBusiness ? [] : drawSubscriptions(draw("subscriptions"), means),
  };
};

type Draw = Household["draw"];
type Cents = (units: number) => number;

function drawRhythm(country: RoutingScheme["country"], testUser: TestUser, random: Random): Rhythm {
  if (testUser === "user_ewa_user") return { every: "week" };
  if (testUser === "user_small_business") return { every: "week" };
  if (country === "US" || country === "CA") return { every: "two weeks" };
  return { every: "month", dayOfMonth: random.whole(24, 28) };
}

function floatsOf(
  plans: readonly AccountPlan[],
  monthly: number,
  cents: Cents,
  rhythm: Rhythm,
  isBusiness: boolean,
  draw: Draw,
): Float[] {
  return plans.flatMap((plan, at) => {
    if (plan.type !== "depository" || plan.subtype !== "checking") return [];
    const [from, to] = plan.holds;
    const random = draw(plan.name);
    const spare = random.whole(cents(from), cents(from + (to - from) / 5));
    const percent = isBusiness ? BUSINESS_CUSHION : CUSHIONS[rhythm.every];
    const min = spare + (at === 0 ? Math.round((monthly * percent) / 100) : 0);
    return [{ name: plan.name, min, max: min + Math.round(monthly * 0.04) }];
  });
}

function potsOf(
  plans: readonly AccountPlan[],
  pay: { monthly: number; each: number; rhythm: Rhythm; isFrugal: boolean },
  cents: Cents,
  draw: Draw,
): SavingsPot[] {
  return plans.flatMap((plan): SavingsPot[] => {
    if (plan.type !== "depository" || plan.subtype === "checking") return [];
    const { name, subtype, holds } = plan;
    const base = draw(name).whole(cents(holds[0]), cents(holds[1]));
    const idle = { name, base, withdrawalMonth: 0, deposit: () => 0 };
    if (subtype === "cd") return [{ ...idle, yearlyPercent: 3.9, interestEvery: 3 }];
    if (subtype === "money market") return [{ ...idle, yearlyPercent: 3.1, interestEvery: 1 }];
    const share = roundToFive(pay.monthly * (pay.isFrugal ? 0.02 : 0.06));
    const min = minPaydays(pay.rhythm);
    // Part of an extra payday in a month is saved.
    const deposit = (month: number) =>
      share + (paydaysIn(pay.rhythm, month).length > min ? roundToFive(pay.each * 0.6) : 0);
    return [{ name, base, yearlyPercent: 2.4, interestEvery: 1, withdrawalMonth: 7, deposit }];
  });
}

function cardsOf(plans: readonly AccountPlan[], monthly: number, cents: Cents, draw: Draw): Card[] {
  return plans.flatMap((plan, at) => {
    if (plan.type !== "credit") return [];
    const random = draw(plan.name);
    const limit = cents(random.pick(plan.limits));
    const isFirst = plans.findIndex(({ type }) => type === "credit") === at;
    const spending = Math.floor(Math.min(monthly * (isFirst ? 0.15 : 0.06), limit * 0.3));
    const standingDebt = random.whole(Math.ceil(limit * 0.02), Math.floor(limit * 0.12));
    return [
      {
        name: plan.name,
        limit,
        spending,
        standingDebt,
        interest: Math.round(standingDebt * 0.0158),
      },
    ];
  });
}

function rentOf(monthly: number, isBusiness: boolean, random: Random): number {
  return roundToFive(monthly * (isBusiness ? 0.07 : random.whole(26, 31) / 100));
}

/** Rounds to five units. */
function roundToFive(cents: number): number {
  return Math.round(cents / 500) * 500;
}

const PAYERS = [
  "Pinwheel Manufacturing",
  "Harborlight Clinics",
  "Tanglewood Schools",
  "Ironleaf Logistics",
  "Bluegate Software",
] as const;
