import type { Currency } from "../../../domain/bank-values.ts";
import type { AccountPlan } from "../accounts/account-plan.ts";
import { region } from "../accounts/region.ts";
import type { RoutingScheme, SandboxInstitution } from "../catalogue/institution.ts";
import { type Random, seededRandom } from "../random.ts";
import { type Bill, drawBills } from "../transactions/bills.ts";
import { type Branch, fullName, type Home, homeOf, toBranches } from "../transactions/people.ts";
import type { SavingsPot } from "../transactions/savings-pots.ts";
import { listNames } from "../transactions/words.ts";
import type { BorrowerUser } from "./borrower-users.ts";
import type { IncomeSource } from "./income-source.ts";
import { incomeSources } from "./income-sources.ts";

/** A borrower's money at an institution: sources of income, debts, and each account's purpose. */
export type Borrower = {
  user: BorrowerUser;
  plans: AccountPlan[];
  draw(...about: (string | number)[]): Random;
  country: RoutingScheme["country"];
  currency: Currency;
  unit: number;
  home: Home;
  branch(name: string): Branch;
  main: string;
  pot: SavingsPot | null;
  /** The pot that pays for the yearly journey, if any. */
  journeyPot: SavingsPot | null;
  card: { name: string; limit: number; spending: number } | null;
  sources: IncomeSource[];
  /** The usual income of a lean month, in cents. */
  monthly: number;
  landlord: string;
  rent: number;
  bills: Bill[];
  traits: Traits;
};

/** The aspects that a lender examines in addition to the income. */
type Traits = {
  /** The part of the monthly income left at a month's end, in percent. */
  cushion: readonly [number, number];
  savedPercent: number;
  carLoanPercent: number;
  hasCard: boolean;
  /** Whether the borrower regularly borrows a sum, and repays it within a year. */
  hasPersonalLoans: boolean;
  buysInInstalments: boolean;
  takesAdvances: boolean;
  /** Moves a wage to the savings account and back. */
  movesWages: boolean;
  isJoint: boolean;
};

const PRUDENT: Traits = {
  cushion: [110, 120],
  savedPercent: 5,
  carLoanPercent: 0,
  hasCard: true,
  hasPersonalLoans: false,
  buysInInstalments: false,
  takesAdvances: false,
  movesWages: false,
  isJoint: false,
};
const FRUGAL: Traits = { ...PRUDENT, savedPercent: 2, hasCard: false };
const STRAINED: Traits = { ...FRUGAL, cushion: [3, 6], savedPercent: 0, takesAdvances: true };

/** Monthly income in units of a big currency, and traits. */
const PROFILES: { [U in BorrowerUser]: readonly [from: number, to: number, Traits] } = {
  user_bank_income: [3600, 5200, PRUDENT],
  user_credit_profile_excellent: [6500, 9500, { ...PRUDENT, savedPercent: 12 }],
  user_credit_profile_good: [
    3800,
    5200,
    { ...PRUDENT, carLoanPercent: 8, buysInInstalments: true },
  ],
  user_credit_profile_poor: [
    1500,
    2100,
    { ...STRAINED, hasPersonalLoans: true, buysInInstalments: true },
  ],
  user_credit_bonus: [4000, 6000, PRUDENT],
  user_credit_joint_account: [
    5200,
    7800,
    { ...PRUDENT, carLoanPercent: 7, movesWages: true, isJoint: true },
  ],
  user_gig_worker: [2400, 3200, FRUGAL],
  user_two_jobs: [2800, 3600, PRUDENT],
  user_overdrafts: [1700, 2200, STRAINED],
  user_new_loan: [3000, 4200, { ...PRUDENT, hasPersonalLoans: true }],
  user_job_change: [3200, 4800, PRUDENT],
  user_retired: [2400, 3300, FRUGAL],
  user_benefits: [1300, 1700, FRUGAL],
  user_seasonal: [2200, 2900, FRUGAL],
};

/** The borrower of a user name at an institution, always the same. */
export const makeBorrower = (
  { institution, routingScheme }: SandboxInstitution,
  person: string,
  user: BorrowerUser,
): Borrower => {
  const { country } = routingScheme;
  const { currency, unit, accounts } = region(country);
  const draw = (...about: (string | number)[]) =>
    seededRandom(institution.institutionId, person, "borrower", ...about.map(String));
  const facts = draw("facts");
  const [min, max, traits] = PROFILES[user];
  const monthly = facts.whole(min * 100 * unit, max * 100 * unit);
  const home = homeOf(person, country);
  const plans = listPlans(accounts.user_good, traits);
  const means = { country, monthly, unit, isFrugal: !traits.hasCard, isBusiness: false };
  const pot = potOf(plans, monthly, traits, draw);
  const [main] = plans;
  if (!main) throw new Error(`${user} has no current account in ${country}`);
  return {
    user,
    plans,
    draw,
    country,
    currency,
    unit,
    home,
    branch: toBranches(person, country, draw),
    main: main.name,
    pot,
    journeyPot: traits.savedPercent < MIN_JOURNEY_PERCENT ? null : pot,
    card: toCard(plans, monthly, draw),
    sources: incomeSources(user, {
      holder: fullName(home.holder),
      partner: fullName(home.partner),
      monthly,
      random: draw("sources"),
    }),
    monthly,
    landlord: draw("landlord").pick(listNames("landlord", country)),
    rent: Math.round((monthly * facts.whole(24, 29)) / 10_000) * 100,
    bills: drawBills(draw("bills"), means),
    traits,
  };
};

/** The part of their income that travellers save, in percent. */
const MIN_JOURNEY_PERCENT = 5;

/** A current account, a savings account, and a card for trusted customers. */
function listPlans(plans: readonly AccountPlan[], { hasCard }: Traits): AccountPlan[] {
  const first = (fits: (plan: AccountPlan) => boolean) => plans.filter(fits).slice(0, 1);
  return [
    ...first(({ subtype }) => subtype === "checking"),
    ...first(({ subtype }) => subtype === "savings"),
    ...(hasCard ? first(({ type }) => type === "credit") : []),
  ];
}

function potOf(
  plans: readonly AccountPlan[],
  monthly: number,
  { savedPercent, cushion }: Traits,
  draw: Borrower["draw"],
): SavingsPot | null {
  const plan = plans.find(({ subtype }) => subtype === "savings");
  if (plan?.type !== "depository") return null;
  const [from, to] = plan.holds;
  const isPoor = cushion[0] < 50;
  const base = isPoor
    ? draw("pot").whole(500, 4000)
    : draw("pot").whole(Math.round(from * 100), Math.round(to * 100));
  const deposit = Math.round((monthly * savedPercent) / 10_000) * 100;
  return {
    name: plan.name,
    base,
    yearlyPercent: isPoor ? 0 : 2.4,
    interestEvery: 1,
    withdrawalMonth: draw("withdrawal").whole(3, 6),
    deposit: () => deposit,
  };
}

function toCard(
  plans: readonly AccountPlan[],
  monthly: number,
  draw: Borrower["draw"],
): Borrower["card"] {
  const plan = plans.find(({ type }) => type === "credit");
  if (plan?.type !== "credit") return null;
  const limit = draw("card").pick(plan.limits) * 100;
  return { name: plan.name, limit, spending: Math.floor(Math.min(monthly * 0.1, limit * 0.4)) };
}
