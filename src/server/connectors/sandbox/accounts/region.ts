import { type Currency, ownCurrency } from "../../../domain/bank-values.ts";
import type { RoutingScheme, SepaCountry } from "../catalogue/institution.ts";
import { type AccountSets, checking, creditCard, savings } from "./account-plan.ts";

/**
 * A country's currency, its units worth about one unit of a big currency, and its test users'
 * accounts.
 */
export const region = (
  country: RoutingScheme["country"],
): { currency: Currency; unit: number; accounts: AccountSets } => {
  switch (country) {
    case "US":
      return { currency: ownCurrency("USD"), unit: 1, accounts: usAccounts };
    case "CA":
      return { currency: ownCurrency("CAD"), unit: 1, accounts: canadianAccounts };
    case "GB":
      return { currency: ownCurrency("GBP"), unit: 1, accounts: britishAccounts };
    default:
      return {
        currency: ownCurrency(CURRENCIES[country] ?? "EUR"),
        unit: unitOf(country),
        accounts: sepaAccounts(country),
      };
  }
};

/** The currencies of countries without the euro. */
const CURRENCIES: { [C in SepaCountry]?: string } = { SE: "SEK", DK: "DKK", PL: "PLN", NO: "NOK" };

/** The test users' accounts in the United States. */
const usAccounts: AccountSets = {
  user_good: [
    checking("Checking", 400, 7_500),
    savings("Savings", 1_500, 28_000),
    { name: "Certificate of Deposit", type: "depository", subtype: "cd", holds: [1_000, 20_000] },
    { name: "Money Market", type: "depository", subtype: "money market", holds: [5_000, 60_000] },
    creditCard("Credit Card", 2_500, 5_000, 9_500),
    { name: "Traditional IRA", type: "investment", subtype: "ira", holds: [4_000, 90_000] },
    { name: "401(k)", type: "investment", subtype: "401k", holds: [12_000, 240_000] },
    { name: "Student Loan", type: "loan", subtype: "student", holds: [6_000, 62_000] },
    { name: "Mortgage", type: "loan", subtype: "mortgage", holds: [90_000, 480_000] },
  ],
  user_small_business: [
    checking("Business Checking", 6_000, 85_000),
    checking("Payroll Checking", 2_000, 40_000),
    savings("Business Reserve", 10_000, 150_000),
    creditCard("Business Credit Card", 15_000, 25_000, 40_000),
    { name: "Van Loan", type: "loan", subtype: "auto", holds: [8_000, 45_000] },
  ],
  user_yuppie: [
    checking("Premium Checking", 4_000, 22_000),
    savings("High-Yield Savings", 20_000, 140_000),
    creditCard("Credit Card", 12_000, 18_000),
    creditCard("Travel Credit Card", 20_000, 35_000),
    { name: "Brokerage", type: "investment", subtype: "brokerage", holds: [15_000, 320_000] },
    { name: "401(k)", type: "investment", subtype: "401k", holds: [40_000, 310_000] },
    { name: "Car Loan", type: "loan", subtype: "auto", holds: [9_000, 58_000] },
  ],
  user_ewa_user: [checking("Checking", 3, 420), savings("Rainy Day Savings", 0, 150)],
};

/** The test users' accounts in Canada. */
const canadianAccounts: AccountSets = {
  user_good: [
    checking("Chequing", 400, 8_500),
    savings("Savings", 1_500, 32_000),
    creditCard("Credit Card", 3_000, 6_000, 12_000),
  ],
  user_small_business: [
    checking("Business Chequing", 6_000, 90_000),
    savings("Business Reserve", 10_000, 160_000),
    creditCard("Business Credit Card", 15_000, 30_000),
  ],
  user_yuppie: [
    checking("Premium Chequing", 4_000, 25_000),
    savings("High-Interest Savings", 20_000, 150_000),
    creditCard("Travel Credit Card", 20_000, 40_000),
    { name: "Brokerage", type: "investment", subtype: "brokerage", holds: [15_000, 300_000] },
  ],
  user_ewa_user: [checking("Chequing", 3, 450)],
};

/** The test users' accounts in the United Kingdom. */
const britishAccounts: AccountSets = {
  user_good: [
    checking("Current Account", 300, 5_500),
    checking("Bills Account", 50, 1_800),
    savings("Savings", 1_000, 24_000),
    creditCard("Credit Card", 1_500, 4_000, 8_000),
  ],
  user_small_business: [
    checking("Business Current Account", 5_000, 70_000),
    savings("Business Reserve", 8_000, 120_000),
    creditCard("Business Credit Card", 10_000, 20_000),
  ],
  user_yuppie: [
    checking("Premier Current Account", 3_000, 18_000),
    savings("Cash ISA", 8_000, 60_000),
    creditCard("Travel Credit Card", 12_000, 20_000),
    { name: "Share Dealing", type: "investment", subtype: "brokerage", holds: [10_000, 220_000] },
  ],
  user_ewa_user: [checking("Current Account", 2, 350)],
};

/** The test users' accounts in a SEPA country, with the country's names for accounts. */
const sepaAccounts = (country: SepaCountry): AccountSets => {
  const name = NAMES[country];
  const of = (euros: number) => euros * unitOf(country);
  return {
    user_good: [
      checking(name.current, of(300), of(6_000)),
      savings(name.savings, of(1_000), of(26_000)),
    ],
    user_small_business: [
      checking(name.business, of(5_000), of(75_000)),
      savings(name.savings, of(8_000), of(120_000)),
    ],
    user_yuppie: [
      checking(name.current, of(3_000), of(19_000)),
      savings(name.savings, of(18_000), of(110_000)),
      creditCard(name.card, of(5_000), of(10_000)),
    ],
    user_ewa_user: [checking(name.current, of(2), of(380))],
  };
};

/** The units of a country's currency worth about a euro, rounded. */
const unitOf = (country: SepaCountry): number => PER_EURO[country] ?? 1;

const PER_EURO: { [C in SepaCountry]?: number } = { SE: 10, DK: 7, PL: 4, NO: 11 };

type Names = { current: string; savings: string; business: string; card: string };

const NAMES: { [C in SepaCountry]: Names } = {
  AT: {
    current: "Girokonto",
    savings: "Sparkonto",
    business: "Geschäftskonto",
    card: "Kreditkarte",
  },
  BE: {
    current: "Zichtrekening",
    savings: "Spaarrekening",
    business: "Zakelijke rekening",
    card: "Kredietkaart",
  },
  DE: {
    current: "Girokonto",
    savings: "Tagesgeldkonto",
    business: "Geschäftskonto",
    card: "Kreditkarte",
  },
  DK: {
    current: "Lønkonto",
    savings: "Opsparingskonto",
    business: "Erhvervskonto",
    card: "Kreditkort",
  },
  ES: {
    current: "Cuenta corriente",
    savings: "Cuenta de ahorro",
    business: "Cuenta de empresa",
    card: "Tarjeta de crédito",
  },
  FI: {
    current: "Käyttötili",
    savings: "Säästötili",
    business: "Yritystili",
    card: "Luottokortti",
  },
  FR: {
    current: "Compte courant",
    savings: "Compte sur livret",
    business: "Compte professionnel",
    card: "Carte de crédit",
  },
  IE: {
    current: "Current Account",
    savings: "Savings Account",
    business: "Business Account",
    card: "Credit Card",
  },
  IT: {
    current: "Conto corrente",
    savings: "Conto deposito",
    business: "Conto aziendale",
    card: "Carta di credito",
  },
  NL: {
    current: "Betaalrekening",
    savings: "Spaarrekening",
    business: "Zakelijke rekening",
    card: "Creditcard",
  },
  PL: {
    current: "Konto osobiste",
    savings: "Konto oszczędnościowe",
    business: "Rachunek firmowy",
    card: "Karta kredytowa",
  },
  PT: {
    current: "Conta à ordem",
    savings: "Conta poupança",
    business: "Conta empresa",
    card: "Cartão de crédito",
  },
  SE: {
    current: "Lönekonto",
    savings: "Sparkonto",
    business: "Företagskonto",
    card: "Kreditkort",
  },
  NO: {
    current: "Brukskonto",
    savings: "Sparekonto",
    business: "Bedriftskonto",
    card: "Kredittkort",
  },
  EE: {
    current: "Arvelduskonto",
    savings: "Kogumiskonto",
    business: "Ettevõtte konto",
    card: "Krediitkaart",
  },
  LT: {
    current: "Einamoji sąskaita",
    savings: "Taupomoji sąskaita",
    business: "Verslo sąskaita",
    card: "Kredito kortelė",
  },
  LV: {
    current: "Norēķinu konts",
    savings: "Krājkonts",
    business: "Uzņēmuma konts",
    card: "Kredītkarte",
  },
};
