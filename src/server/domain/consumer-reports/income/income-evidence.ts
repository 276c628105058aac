import type { IncomeKind } from "../../../../protocol/reports/income-source.ts";
import type { Transaction } from "../../../../protocol/transaction.ts";
import { ruledIncome } from "../../items/income-evidence.ts";

/**
 * The evidence in a single inflow: a category of income, proof of no income, a transfer from a
 * person, or nothing. Without evidence, only regularity can show income.
 */
export type Evidence =
  | { at: "income"; category: IncomeKind }
  | { at: "no income" }
  | { at: "personal" }
  | { at: "nothing" };

type Facts = Pick<
  Transaction,
  "category_id" | "payment_meta" | "personal_finance_category" | "counterparties" | "name"
>;

/** The evidence of an inflow: its category of /categories/get first, then the words of its text. */
export const toEvidence = (
  { category_id, payment_meta, ...enriched }: Facts,
  text: string,
): Evidence => {
  if (UNDONE.test(text)) return { at: "no income" };
  const byCategory = categoryEvidence(category_id);
  if (byCategory?.at === "income" && byCategory.category === "OTHER")
    return { at: "income", category: categoryByWords(text) ?? "OTHER" };
  if (byCategory) return byCategory;
  if (payment_meta.payment_method === "internal transfer") return { at: "no income" };
  // An employer's name may sound like a loan, and a lender's like wages. The kind of payment
  // decides.
  const category = categoryByWords(text);
  if (PAY.test(text))
    return {
      at: "income",
      category: category && REGULAR_CATEGORIES.includes(category) ? category : "SALARY",
    };
  if (NO_INCOME.test(text) || isDebt(enriched)) return { at: "no income" };
  const kind = category ?? ruledKind(enriched);
  if (kind) return { at: "income", category: kind };
  return category_id?.startsWith("24003") || PERSONAL.test(text)
    ? { at: "personal" }
    : { at: "nothing" };
};

/**
 * Whether an inflow pays a debt by the enrichment rules, such as the debt of the card that receives
 * it.
 */
const isDebt = ({ personal_finance_category }: Pick<Facts, "personal_finance_category">) =>
  personal_finance_category?.primary === "LOAN_PAYMENTS";

/** The kind of income by the enrichment rules. Wages from a merchant count as a gig platform's. */
function ruledKind(
  facts: Pick<Facts, "personal_finance_category" | "counterparties" | "name">,
): IncomeKind | undefined {
  const ruled = ruledIncome(facts);
  if (ruled === "pension") return "RETIREMENT";
  if (ruled === "benefits") return "BENEFITS";
  if (ruled === "sales") return "OTHER";
  const isPlatform = facts.counterparties.some(({ type }) => type === "merchant");
  return ruled ? (isPlatform ? "GIG_ECONOMY" : "SALARY") : undefined;
}

/** Categories of income, narrower categories first. A wage advance is a loan. */
const INCOME_CATEGORIES: [prefix: string, IncomeKind | null][] = [
  ["16001003", null],
  ["16001", "SALARY"],
  ["16002", "BENEFITS"],
  ["16003", "RETIREMENT"],
  ["16004", "SELF_EMPLOYMENT"],
  ["16005", "RENTAL"],
  ["16", "OTHER"],
  ["17001", "BANK_INTEREST"],
];

/** The widest categories, transfers to and from others, which leave the kind open. */
const OPEN = ["24000", "24002", "24003", "24004"];

function categoryEvidence(categoryId: string | null): Evidence | null {
  if (categoryId === null || OPEN.some((prefix) => categoryId.startsWith(prefix))) return null;
  const category = INCOME_CATEGORIES.find(([prefix]) => categoryId.startsWith(prefix))?.[1];
  return category ? { at: "income", category } : { at: "no income" };
}

function categoryByWords(text: string): IncomeKind | undefined {
  return INCOME_WORDS.find(([words]) => words.test(text))?.[1];
}

/** Categories whose payments may be made like wages, for example by direct deposit. */
const REGULAR_CATEGORIES: readonly IncomeKind[] = ["BENEFITS", "RETIREMENT", "GIG_ECONOMY"];

const UNDONE = /\bREVERS(AL|ED)\b|\bRETURNED\b|\bCHARGEBACK\b/;

const PAY =
  /\bPAYROLL?\b|\bSALAR(Y|Y'S|IES)\b|\bSALAIRE\b|\bGEHALT\b|\bLOHN\b|\bNOMINA\b|\bSTIPENDIO\b|\bWAGES?\b(?! ADV)|\bDIR(ECT)? ?DEP(OSIT)?\b|\bPAYCHE(CK|QUE)\b/;

/** Words for income, narrower kinds first. */
const INCOME_WORDS: [words: RegExp, IncomeKind][] = [
  [
    /\bUNEMPLOY|\bBENEFITS?\b|\bSOC(IAL)? ?SEC(URITY)?\b|\bSSI\b|\bSSA\b|\bDISABILITY\b|\bWELFARE\b|\bVETERANS? (AFFAIRS|COMP)|\bCHILD ALLOWANCE\b|\bFAMILY ALLOWANCE\b|\bKINDERGELD\b|\bJOBSEEKERS?\b|\bUNIVERSAL CREDIT\b/,
    "BENEFITS",
  ],
  [/\bPENSIONS?\b|\bANNUIT(Y|IES)\b|\bRETIRE(E|ES|MENT)\b|\bRENTENVERSICHERUNG\b/, "RETIREMENT"],
  [
    /\bPAYOUTS?\b|\bEARNINGS\b|\bDRIVER PAY\b|\bCOURIER PAY\b|\bGIG\b|\bTIPS\b|\bSHIFT PAY\b/,
    "GIG_ECONOMY",
  ],
  [/\bINTEREST\b(?! CHARGE)|\bZINSEN\b|\bINTERETS\b/, "BANK_INTEREST"],
  [/\bRENT\b|\bRENTAL INCOME\b|\bTENANTS?\b/, "RENTAL"],
  [/\bINVOICES?\b|\bSETTLEMENT\b|\bCARD TAKINGS\b/, "SELF_EMPLOYMENT"],
  [/\bBONUS\b/, "SALARY"],
];

const NO_INCOME =
  /\bREFUNDS?\b|\bREFUNDED\b|\bREIMB|\bREMB(OURSEMENT|T)?\b|\bERSTATTUNG\b|\bRUE?CKZAHLUNG\b|\bRIMBORS[OI]\b|\bREEMBOLSO\b|\bDEVOLUC|\bTERUGBETALING\b|\bEXPENSES?\b|\bREBATE\b|\bCASH ?BACK\b|\bLOANS?\b|\bLENDING\b|\bADVANCES?\b|\bDISBURSE|\bPROCEEDS\b|\bCREDIT LINE\b|\bCASH (DEPOSIT|PAID IN)\b|\bTAX REF|\bADJUSTMENT\b|\bWINNINGS\b/;

const PERSONAL = /\bZELLE\b|\bVENMO\b|\bCASH APP\b|\bP2P\b|\bPERSON TO PERSON\b|\bFRIEND\b/;
