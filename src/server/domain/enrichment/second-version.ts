import type { ConfidenceLevel, PersonalFinanceCategory } from "../../../protocol/enrichment.ts";
import type { Knowledge, SellerKind } from "./knowledge.ts";
import type { DetailedCategory } from "./taxonomy.ts";
import { splitWords } from "./words.ts";

/** A rule of the second version: the new category if words or the kind of a counterparty are there, else the next. */
type Rule = { to: string; words?: RegExp; seller?: SellerKind; hasApp?: true };

const APPS_IN: Rule = { to: "TRANSFER_IN_TRANSFER_IN_FROM_APPS", hasApp: true };
const APPS_OUT: Rule = { to: "TRANSFER_OUT_TRANSFER_OUT_FROM_APPS", hasApp: true };
const WIRE = /\b(wire|fedwire|chaps|swift|target2)\b/;
const WIRE_IN: Rule = { to: "TRANSFER_IN_WIRE", words: WIRE };
const WIRE_OUT: Rule = { to: "TRANSFER_OUT_WIRE", words: WIRE };
const INSTALMENTS: readonly Rule[] = [
  { to: "LOAN_PAYMENTS_BNPL", seller: "pay_later" },
  { to: "LOAN_PAYMENTS_EWA", seller: "wage_advance" },
  { to: "LOAN_PAYMENTS_CASH_ADVANCES", seller: "cash_advance" },
];

/** The categories that the second version has apart; all others keep their names. */
const RULES: Readonly<Partial<Record<DetailedCategory, readonly Rule[]>>> = {
  INCOME_WAGES: [
    { to: "INCOME_GIG_ECONOMY", seller: "platform" },
    { to: "INCOME_CONTRACTOR", words: /\b(contractor|freelance|invoice|honorar|honoraires)\b/ },
    { to: "INCOME_SALARY" },
  ],
  INCOME_OTHER_INCOME: [
    { to: "INCOME_CHILD_SUPPORT", words: /\b(child ?(support|supp)|alimony|unterhalt)\b/ },
    { to: "INCOME_LONG_TERM_DISABILITY", words: /\b(disability|ssdi|invalidit[ay]|invalidite)\b/ },
    { to: "INCOME_MILITARY", words: /\b(vacp|veterans?|va benefits?)\b/ },
    { to: "INCOME_RENTAL", words: /\b(rent|rental|miete|loyer|alquiler|affitto|huur|airbnb)\b/ },
    { to: "INCOME_OTHER" },
  ],
  TRANSFER_IN_CASH_ADVANCES_AND_LOANS: [
    { to: "LOAN_DISBURSEMENTS_EWA", seller: "wage_advance" },
    { to: "LOAN_DISBURSEMENTS_EWA", words: /\b(wage advance|early pay)\b/ },
    { to: "LOAN_DISBURSEMENTS_CASH_ADVANCES", seller: "cash_advance" },
    { to: "LOAN_DISBURSEMENTS_CASH_ADVANCES", words: /\b(cash|loc) advance\b/ },
    { to: "LOAN_DISBURSEMENTS_STUDENT", words: /\b(student|studnt|education)\b/ },
    { to: "LOAN_DISBURSEMENTS_MORTGAGE", words: /\b(mortgage|hypothe\w+|immobil\w+)\b/ },
    { to: "LOAN_DISBURSEMENTS_AUTO", words: /\b(auto|car|vehicle)\b/ },
    { to: "LOAN_DISBURSEMENTS_PERSONAL", words: /\bpersonal\b/ },
    { to: "LOAN_DISBURSEMENTS_OTHER_DISBURSEMENT" },
  ],
  TRANSFER_IN_ACCOUNT_TRANSFER: [APPS_IN, WIRE_IN],
  TRANSFER_IN_OTHER_TRANSFER_IN: [APPS_IN, WIRE_IN],
  TRANSFER_OUT_ACCOUNT_TRANSFER: [APPS_OUT, WIRE_OUT],
  TRANSFER_OUT_OTHER_TRANSFER_OUT: [APPS_OUT, WIRE_OUT],
  TRANSFER_OUT_INVESTMENT_AND_RETIREMENT_FUNDS: [{ to: "TRANSFER_OUT_CRYPTO", seller: "crypto" }],
  LOAN_PAYMENTS_OTHER_PAYMENT: INSTALMENTS,
  LOAN_PAYMENTS_PERSONAL_LOAN_PAYMENT: INSTALMENTS,
  BANK_FEES_OTHER_BANK_FEES: [
    { to: "BANK_FEES_LATE_FEES", words: /\blate\b/ },
    { to: "BANK_FEES_CASH_ADVANCE", words: /\bcash advance\b/ },
  ],
};

/** Primary categories of the second version that the first does not have. */
const NEW_PRIMARY = /^(LOAN_DISBURSEMENTS|OTHER)_/;

/** A categorized description: its text, its category in the first version, and its counterparties. */
type Categorized = {
  text: string;
  category: PersonalFinanceCategory;
  parties: readonly { name: string; type?: string | undefined }[];
};

/**
 * Returns a category in the second version of the taxonomy, which has more kinds of income and
 * debts.
 */
export const inSecondVersion = (
  { sellers }: Pick<Knowledge, "sellers">,
  { text, category, parties }: Categorized,
): PersonalFinanceCategory => {
  const shape = (detailed: string, confidence_level: ConfidenceLevel) => ({
    primary: NEW_PRIMARY.exec(detailed)?.[1] ?? category.primary,
    detailed,
    confidence_level,
    version: "v2" as const,
  });
  if (category.confidence_level === "UNKNOWN") return shape("OTHER_OTHER", "UNKNOWN");
  const words = splitWords(text).join(" ");
  const kinds = new Set(parties.map(({ name }) => sellers.get(name)));
  const rule = (RULES[category.detailed as DetailedCategory] ?? []).find(
    (each) =>
      (each.words === undefined || each.words.test(words)) &&
      (each.seller === undefined || kinds.has(each.seller)) &&
      (each.hasApp === undefined || parties.some(({ type }) => type === "payment_app")),
  );
  return shape(rule?.to ?? category.detailed, category.confidence_level);
};
