import type { SepaCountry } from "../catalogue/institution.ts";
import { type AccountSets, checking, creditCard, savings } from "./account-plan.ts";

/** The test users' accounts in a SEPA country, with the country's names for accounts. */
export const sepaAccounts = (country: SepaCountry): AccountSets => {
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

/** The units of a country's currency that are about a euro, in round figures. */
export const unitOf = (country: SepaCountry): number => PER_EURO[country] ?? 1;

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
