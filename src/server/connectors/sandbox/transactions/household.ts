import type { AccountSubtype } from "../../../../protocol/vocabulary.ts";
import type { Currency } from "../../../domain/bank-values.ts";
import type { AccountPlan, TestUser } from "../accounts/account-plan.ts";
import { region } from "../accounts/region.ts";
import type { RoutingScheme, SandboxInstitution } from "../catalogue/institution.ts";
import { type Random, seededRandom } from "../random.ts";
import { type Bill, drawBills, drawSubscriptions, type Raise, yearlyRaise } from "./bills.ts";
import { drawLoan, type Loan } from "./loans.ts";
import { minPaydays, type PayRule, paydaysIn } from "./paydays.ts";
import { type Branch, type Home, homeOf, toBranches } from "./people.ts";
import type { SavingsPot } from "./savings-pots.ts";
import { listNames } from "./words.ts";

/** A person's money at an institution: income, fixed payments, and each account's purpose. */
export type Household = {
  /** Draws facts about the household, always the same for the same words. */
  draw(...about: (string | number)[]): Random;
  country: RoutingScheme["country"];
  currency: Currency;
  /** The units of the currency worth one unit of a big currency. */
  unit: number;
  home: Home;
  /** The branch of a shop in the person's town. */
  branch(name: string): Branch;
  isBusiness: boolean;
  /** The account that income arrives on and most payments leave. */
  main: Float;
  /** A separate account for the bills, or for a business's wages. */
  second: Float | null;
  pots: SavingsPot[];
  /** The pot that pays for the journey of the year. */
  journeyPot: SavingsPot | null;
  cards: Card[];
  loans: Loan[];
  investments: Investment[];
  wages: Wages;
  /** The income of the leanest month, in cents, which scales all other amounts. */
  monthly: number;
  rent: Rent;
  bills: Bill[];
  subscriptions: Bill[];
};

/** A checking account whose month-end balance stays within bounds. */
export type Float = { name: string; min: number; max: number };

/** A credit card whose spending is paid in the next month. */
export type Card = {
  name: string;
  limit: number;
  /** The usual spending of a month. */
  spending: number;
  /** A standing debt, and its monthly interest. */
  standingDebt: number;
  interest: number;
};

/** An account that buys securities with contributions, dividends and sales. */
export type Investment = {
  name: string;
  subtype: AccountSubtype;
  base: number;
  /** The amount paid in each month from the main account, or each payday by the employer. */
  contribution: number;
  by: "holder" | "employer";
};

/** Wages in cents, and their rhythm. */
type Wages = { payer: string; each: number; rhythm: PayRule; side: number; raise: Raise };

/** The rent in cents, 0 for none, and its day. */
type Rent = { payee: string; cents: number; dayOfMonth: number; raise: Raise };

/** Monthly income in units of a big currency: from, to. */
const INCOMES: { [U in TestUser]: readonly [number, number] } = {
  user_good: [2100, 3900],
  user_small_business: [16_000, 34_000],
  user_yuppie: [5200, 8800],
  user_ewa_user: [1150, 1600],
};

/** The reserve at a month's end until the next wages, in percent of the monthly income. */
const CUSHIONS = { month: 125, "half month": 85, "two weeks": 85, week: 110 };
/** A smaller reserve, since a business has income every week. */
const BUSINESS_CUSHION = 75;

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
  const rhythm = drawRhythm(country, testUser, draw("rhythm"));
  const loanPayments = loans.reduce((sum, { payment }) => sum + payment, 0);
  const [min, max] = INCOMES[testUser];
  // Loan payments take at most three tenths of the income.
  const income = Math.max(
    facts.whole(cents(min * unit), cents(max * unit)),
    Math.ceil(loanPayments / 0.3),
  );
  const each = Math.ceil(income / minPaydays(rhythm));
  const monthly = each * minPaydays(rhythm);
  const floats = listFloats(plans, monthly, cents, rhythm, isBusiness, draw);
  const [main, second = null] = floats;
  if (!main) throw new Error(`${testUser} has no current account in ${country}`);
  const isFrugal = testUser === "user_ewa_user";
  const means = { country, monthly, unit, isFrugal, isBusiness };
  const pay = { monthly, each, rhythm, isFrugal, isAmerican: country === "US" };
  const pots = listPots(plans, pay, cents, draw);
  const hasMortgage = loans.some(({ name }) => name === "Mortgage");
  const rent = hasMortgage ? 0 : rentOf(monthly, isBusiness, facts);
  const saver = plans.find(({ subtype }) => subtype === "savings")?.name;
  return {
    draw,
    country,
    currency,
    unit,
    home: homeOf(person, country),
    branch: toBranches(person, country, draw),
    isBusiness,
    main,
    second,
    pots,
    journeyPot: isBusiness || isFrugal ? null : (pots.find(({ name }) => name === saver) ?? null),
    cards: listCards(plans, monthly, cents, draw),
    loans,
    investments: plans.flatMap((plan) => {
      if (plan.type !== "investment") return [];
      const random = draw(plan.name);
      const by = plan.subtype === "401k" ? ("employer" as const) : ("holder" as const);
      const base = random.whole(cents(plan.holds[0]), Math.floor(cents(plan.holds[1]) / 2));
      return [
        {
          name: plan.name,
          subtype: plan.subtype,
          base,
          by,
          contribution: roundToFive(monthly * 0.03),
        },
      ];
    }),
    wages: {
      payer: facts.pick(listNames("employer", country)),
      each,
      rhythm,
      side: testUser === "user_yuppie" ? roundToFive(monthly * 0.09) : 0,
      raise: yearlyRaise(each, draw("raise")),
    },
    monthly,
    rent: {
      payee: draw("landlord").pick(listNames(isBusiness ? "workshop" : "landlord", country)),
      cents: rent,
      dayOfMonth: draw("rent day").whole(1, 5),
      raise: yearlyRaise(rent, draw("rent raise")),
    },
    bills: drawBills(draw("bills"), means),
    subscriptions: isBusiness ? [] : drawSubscriptions(draw("subscriptions"), means),
  };
};

type Draw = Household["draw"];
type Cents = (units: number) => number;

/** Fridays every week or two, or twice a month, in North America; once a month elsewhere. */
function drawRhythm(
  country: RoutingScheme["country"],
  testUser: TestUser,
  random: Random,
): PayRule {
  const friday = { weekday: 4, isOdd: true };
  if (testUser === "user_ewa_user" || testUser === "user_small_business")
    return { every: "week", ...friday };
  if (country !== "US" && country !== "CA") return { every: "month", day: random.whole(24, 28) };
  return random.chance(70)
    ? { every: "two weeks", ...friday }
    : { every: "half month", days: [15, 31] };
}

function listFloats(
  plans: readonly AccountPlan[],
  monthly: number,
  cents: Cents,
  rhythm: PayRule,
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

function listPots(
  plans: readonly AccountPlan[],
  pay: { monthly: number; each: number; rhythm: PayRule; isFrugal: boolean; isAmerican: boolean },
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
      share +
      (paydaysIn(pay.rhythm, month, pay.isAmerican).length > min ? roundToFive(pay.each * 0.6) : 0);
    const withdrawalMonth = draw(name, "withdrawal").whole(3, 6);
    return [{ name, base, yearlyPercent: 2.4, interestEvery: 1, withdrawalMonth, deposit }];
  });
}

function listCards(
  plans: readonly AccountPlan[],
  monthly: number,
  cents: Cents,
  draw: Draw,
): Card[] {
  return plans.flatMap((plan, at) => {
    if (plan.type !== "credit") return [];
    const random = draw(plan.name);
    const limit = cents(random.pick(plan.limits));
    const isFirst = plans.findIndex(({ type }) => type === "credit") === at;
    const spending = Math.floor(Math.min(monthly * (isFirst ? 0.15 : 0.06), limit * 0.3));
    const standingDebt = random.whole(Math.ceil(limit * 0.02), Math.floor(limit * 0.12));
    const interest = Math.round(standingDebt * 0.0158);
    return [{ name: plan.name, limit, spending, standingDebt, interest }];
  });
}

function rentOf(monthly: number, isBusiness: boolean, random: Random): number {
  return roundToFive(monthly * (isBusiness ? 0.07 : random.whole(22, 27) / 100));
}

/** Rounds to five units. */
function roundToFive(cents: number): number {
  return Math.round(cents / 500) * 500;
}
