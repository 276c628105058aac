import { dayAt, toDate, toMonth } from "../../../domain/calendar.ts";
import type { BankAccount } from "../../../domain/connectors/bank-account.ts";
import type { BankLiability } from "../../../domain/connectors/bank-liability.ts";
import { groupBy } from "../../../domain/group-by.ts";
import { isLiability } from "../../../domain/institutions/product.ts";
import { accountKey } from "../accounts/bank-accounts.ts";
import type { SandboxInstitution } from "../catalogue/institution.ts";
import { accountLabel } from "../custom/custom-holdings.ts";
import type { CustomLiability } from "../custom/custom-liability.ts";
import type { Holdings } from "../holdings.ts";
import type { Login } from "../login.ts";
import { seededRandom } from "../random.ts";
import type { Household } from "../transactions/household.ts";
import { cachedHousehold } from "../transactions/household-cache.ts";
import { loanMonthOf, ORIGIN, TERMS } from "../transactions/loans.ts";
import { homeOf, toAddress } from "../transactions/people.ts";
import { drawPlace } from "../transactions/places.ts";
import { cardTerms } from "./card-terms.ts";
import { type LoanFacts, mortgageTerms, studentTerms } from "./loan-terms.ts";
import { type PaymentHistory, paymentHistory } from "./payments.ts";

/**
 * The terms of a login's cards, mortgages and student loans. Payments, interest and statements come
 * from the accounts' transactions, so that they agree with the balances.
 */
export const listLiabilities = (
  bank: SandboxInstitution,
  login: Login,
  holdings: Holdings,
  now: number,
): BankLiability[] => {
  const accounts = holdings.accounts().filter(isLiability);
  if (accounts.length === 0) return [];
  const today = toDate(dayAt(now));
  const from = `${Number(today.slice(0, 4)) - 1}-01-01`;
  const transactions = groupBy(
    holdings.transactions({ from, to: today }),
    ({ accountKey: key }) => key,
  );
  const sources = toSources(bank, login);
  return accounts.map((account) => {
    const own = transactions.get(account.key) ?? [];
    const history = paymentHistory(own, account.balances.current ?? 0, now);
    return liabilityOf(account, history, { bank, login, now, ...sources(account.key) });
  });
};

/** The facts of an account that its transactions do not show. */
type Source = {
  card?: Household["cards"][number] | undefined;
  loan?: Household["loans"][number] | undefined;
  custom?: CustomLiability | undefined;
};

type Context = Source & { bank: SandboxInstitution; login: Login; now: number };

/** Finds an account's facts by its key: a test user's household, or a custom user's description. */
function toSources(bank: SandboxInstitution, { person, source }: Login): (key: string) => Source {
  if ("testUser" in source) {
    const { cards, loans } = cachedHousehold(bank, person, source.testUser);
    const isOf = (key: string) => (plan: { name: string }) =>
      accountKey(bank, person, plan.name) === key;
    return (key) => ({ card: cards.find(isOf(key)), loan: loans.find(isOf(key)) });
  }
  if ("custom" in source) {
    const customs = new Map(
      source.custom.map((account, at) => [
        accountKey(bank, person, accountLabel(at)) as string,
        account.liability,
      ]),
    );
    return (key) => ({ custom: customs.get(key) });
  }
  return () => ({});
}

function liabilityOf(
  account: BankAccount,
  history: PaymentHistory,
  context: Context,
): BankLiability {
  const { bank, login, now, card, custom } = context;
  const { country } = bank.routingScheme;
  const draw = (about: string) =>
    seededRandom(bank.institution.institutionId, login.person, account.key, about);
  const isAmerican = country === "US";
  if (account.type === "credit") {
    const debt = card ?? { standingDebt: 0, interest: 0 };
    const terms = cardTerms(history, debt, { random: draw("card"), isAmerican, now }, custom);
    return { key: account.key, kind: "credit", terms };
  }
  const setting = {
    random: draw("loan"),
    home: toAddress(homeOf(login.person, country).place),
    servicer: toAddress(
      drawPlace(
        country,
        seededRandom(bank.institution.institutionId, "servicer town"),
        seededRandom(bank.institution.institutionId, "servicer"),
      ),
    ),
    isAmerican,
    now,
  };
  if (account.subtype === "mortgage") {
    const terms = mortgageTerms(toFacts(account, "mortgage", history, context), history, setting);
    return { key: account.key, kind: "mortgage", terms };
  }
  const facts = toFacts(account, "student", history, context);
  return {
    key: account.key,
    kind: "student",
    terms: studentTerms(facts, history, setting, custom),
  };
}

/**
 * The facts of a household's loan. Any other loan's follow from its balance, as if five years old.
 */
function toFacts(
  account: BankAccount,
  subtype: "mortgage" | "student",
  { isPaidSince }: PaymentHistory,
  { loan, custom, now }: Context,
): LoanFacts {
  const { years, percent } = TERMS[subtype];
  const month = toMonth(dayAt(now));
  const balance = Math.round((account.balances.current ?? 0) * 100);
  if (loan) {
    const { payment } = loanMonthOf(loan, isPaidSince ? month + 1 : month);
    const { principal, yearlyPercent } = loan;
    return { principal, yearlyPercent, years, origin: ORIGIN, balance, nextPayment: payment };
  }
  const yearlyPercent = custom?.nominal_apr ?? percent;
  const rate = yearlyPercent / 1200;
  const principal = Math.round(
    custom?.principal === undefined ? balance * 1.1 : custom.principal * 100,
  );
  const part =
    rate === 0 ? principal / (12 * years) : (principal * rate) / (1 - (1 + rate) ** (-12 * years));
  const nextPayment = Math.max(0, Math.min(Math.ceil(part), balance + Math.round(balance * rate)));
  const origin = custom?.origination_date
    ? Number(custom.origination_date.slice(0, 4)) * 12 +
      Number(custom.origination_date.slice(5, 7)) -
      1
    : month - 60;
  return { principal, yearlyPercent, years, origin, balance, nextPayment };
}
