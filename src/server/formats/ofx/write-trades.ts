import type { InvestmentTransaction, Security } from "../../../protocol/investments.ts";
import { amountFrom, amountIn } from "../decimal.ts";
import { writtenLine } from "../written-values.ts";
import { currencyElement, element, formatStamp } from "./elements.ts";
import { chooseKind, securityId } from "./write-securities.ts";

/** The maximum lengths of the elements in the OFX specification. */
const MAX_NAME = 32;
const MAX_MEMO = 255;

/** The elements that a trade is written as. */
type Form =
  | "buy"
  | "sell"
  | "reinvest"
  | "income"
  | "expense"
  | "return of capital"
  | "split"
  | "transfer"
  | "closure"
  | "cash";

/** The account of a trade: its currency, and its securities and trades by id. */
export type TradeAccount = {
  securities: ReadonlyMap<string, Security>;
  currency: string;
  byId: ReadonlyMap<string, InvestmentTransaction>;
};

/**
 * Writes a trade. Returns whether the trade moves only cash. `heldBefore` is the number of units of
 * the security before the trade.
 */
export function tradeElement(
  row: InvestmentTransaction,
  heldBefore: number,
  account: TradeAccount,
): { text: string; isCash: boolean } {
  const back = row.cancel_transaction_id;
  // A reversal has the form of the reversed trade with the opposite signs.
  const form = toForm((back === null ? null : account.byId.get(back)) ?? row, heldBefore, account);
  const text = FORMS[form](toParts(row, heldBefore, account));
  return { text: `${text}\n`, isCash: form === "cash" };
}

function toForm(row: InvestmentTransaction, heldBefore: number, account: TradeAccount): Form {
  const { amount, quantity, security_id, subtype, type } = row;
  const security = security_id === null ? undefined : account.securities.get(security_id);
  if (security_id === null || security?.type === "cash") return "cash";
  if (amount === 0 && (subtype === "exercise" || subtype === "assignment"))
    return chooseKind(security) === "OPT" ? "closure" : "transfer";
  if (type === "buy") return REINVESTED[subtype] ? "reinvest" : "buy";
  if (type === "sell") return "sell";
  if (subtype === "split" && heldBefore > 0 && heldBefore + quantity > 0) return "split";
  if (quantity !== 0) return amount === 0 ? "transfer" : amount > 0 ? "buy" : "sell";
  if (subtype === "return of principal") return "return of capital";
  return amount > 0 ? "expense" : "income";
}

/** The parts of a trade's elements. */
type Parts = {
  kind: ReturnType<typeof chooseKind>;
  /** The elements of the trade's number, day and texts. */
  trade: string;
  security: string;
  units: string;
  price: string;
  fees: string;
  total: string;
  currency: string;
  row: InvestmentTransaction;
  heldBefore: number;
  ofAccount: string;
};

function toParts(
  row: InvestmentTransaction,
  heldBefore: number,
  { securities, currency }: TradeAccount,
): Parts {
  const { amount, cancel_transaction_id, date, fees, security_id } = row;
  const security = security_id === null ? undefined : securities.get(security_id);
  const own = row.iso_currency_code ?? row.unofficial_currency_code ?? currency;
  const trade = [
    element("FITID", row.investment_transaction_id),
    element("DTTRADE", formatStamp(date)),
    element("REVERSALFITID", cancel_transaction_id),
    element("MEMO", row.name, MAX_MEMO),
  ].join("");
  return {
    kind: chooseKind(security),
    trade: `<INVTRAN>${trade}</INVTRAN>`,
    security: security_id === null ? "" : securityId(security_id, security),
    units: element("UNITS", amountFrom(row.quantity)),
    price: element("UNITPRICE", amountFrom(row.price)),
    fees: fees === null || fees === 0 ? "" : element("FEES", amountIn(own, amountFrom(fees))),
    total: element("TOTAL", amountIn(own, amountFrom(0 - amount))),
    currency: currencyElement(own, currency),
    ...{ row, heldBefore, ofAccount: currency },
  };
}

const SECURITIES = "<SUBACCTSEC>CASH</SUBACCTSEC>";
const FUNDS = "<SUBACCTFUND>CASH</SUBACCTFUND>";

const REINVESTED: Readonly<Record<string, string>> = {
  "dividend reinvestment": "DIV",
  "interest reinvestment": "INTEREST",
  "long-term capital gain reinvestment": "CGLONG",
  "short-term capital gain reinvestment": "CGSHORT",
};

const INCOME: Readonly<Record<string, string>> = {
  dividend: "DIV",
  "qualified dividend": "DIV",
  "non-qualified dividend": "DIV",
  interest: "INTEREST",
  "long-term capital gain": "CGLONG",
  "short-term capital gain": "CGSHORT",
};

/** The elements of each form, in the order of the specification. */
const FORMS: Record<Form, (parts: Parts) => string> = {
  buy: (parts) => {
    const { kind, trade, security, units, price, fees, total, currency, row } = parts;
    const bought = `<INVBUY>${trade}${security}${units}${price}${fees}${total}${currency}${SECURITIES}${FUNDS}</INVBUY>`;
    const isCover = row.subtype === "buy to cover";
    const type = {
      ...{ STOCK: `<BUYTYPE>${isCover ? "BUYTOCOVER" : "BUY"}</BUYTYPE>`, DEBT: "", OTHER: "" },
      MF: `<BUYTYPE>${isCover ? "BUYTOCOVER" : "BUY"}</BUYTYPE>`,
      OPT: `<OPTBUYTYPE>${isCover ? "BUYTOCLOSE" : "BUYTOOPEN"}</OPTBUYTYPE><SHPERCTRCT>100</SHPERCTRCT>`,
    }[kind];
    return `<BUY${kind}>${bought}${type}</BUY${kind}>`;
  },
  sell: (parts) => {
    const { kind, trade, security, units, price, fees, total, currency, row } = parts;
    const sold = `<INVSELL>${trade}${security}${units}${price}${fees}${total}${currency}${SECURITIES}${FUNDS}</INVSELL>`;
    const isShort = row.subtype === "sell short";
    const type = `<SELLTYPE>${isShort ? "SELLSHORT" : "SELL"}</SELLTYPE>`;
    const [before, after] = {
      ...{ STOCK: ["", type], MF: ["", type], OTHER: ["", ""] },
      DEBT: ["", "<SELLREASON>SELL</SELLREASON>"],
      OPT: [
        "",
        `<OPTSELLTYPE>${isShort ? "SELLTOOPEN" : "SELLTOCLOSE"}</OPTSELLTYPE><SHPERCTRCT>100</SHPERCTRCT>`,
      ],
    }[kind];
    return `<SELL${kind}>${before}${sold}${after}</SELL${kind}>`;
  },
  reinvest: ({ trade, security, units, price, fees, total, currency, row }) =>
    `<REINVEST>${trade}${security}${element("INCOMETYPE", REINVESTED[row.subtype])}${total}${SECURITIES}${units}${price}${fees}${currency}</REINVEST>`,
  income: ({ trade, security, total, currency, row }) =>
    `<INCOME>${trade}${security}${element("INCOMETYPE", INCOME[row.subtype] ?? "MISC")}${total}${SECURITIES}${FUNDS}${currency}</INCOME>`,
  expense: ({ trade, security, total, currency }) =>
    `<INVEXPENSE>${trade}${security}${total}${SECURITIES}${FUNDS}${currency}</INVEXPENSE>`,
  "return of capital": ({ trade, security, total, currency }) =>
    `<RETOFCAP>${trade}${security}${total}${SECURITIES}${FUNDS}${currency}</RETOFCAP>`,
  split: ({ trade, security, currency, row, heldBefore }) => {
    const after = Number((heldBefore + row.quantity).toFixed(8));
    const [numerator, denominator] = ratioOf(after / heldBefore);
    const units =
      element("OLDUNITS", amountFrom(heldBefore)) +
      element("NEWUNITS", amountFrom(after)) +
      element("NUMERATOR", `${numerator}`) +
      element("DENOMINATOR", `${denominator}`);
    const paid = row.amount === 0 ? "" : element("FRACCASH", amountFrom(0 - row.amount)) + FUNDS;
    return `<SPLIT>${trade}${security}${SECURITIES}${units}${currency}${paid}</SPLIT>`;
  },
  transfer: ({ trade, security, units, row }) =>
    `<TRANSFER>${trade}${security}${SECURITIES}${units}<TFERACTION>${row.quantity < 0 ? "OUT" : "IN"}</TFERACTION><POSTYPE>LONG</POSTYPE></TRANSFER>`,
  closure: ({ trade, security, units, row }) =>
    `<CLOSUREOPT>${trade}${security}<OPTACTION>${row.subtype === "exercise" ? "EXERCISE" : "ASSIGN"}</OPTACTION>${units}<SHPERCTRCT>100</SHPERCTRCT>${SECURITIES}</CLOSUREOPT>`,
  cash: ({ row, currency, ofAccount }) => {
    const own = row.iso_currency_code ?? row.unofficial_currency_code ?? ofAccount;
    const fields = [
      element("TRNTYPE", bankType(row)),
      element("DTPOSTED", formatStamp(row.date)),
      element("TRNAMT", amountIn(own, amountFrom(0 - row.amount))),
      element("FITID", row.investment_transaction_id),
      element("NAME", row.name, MAX_NAME),
      [...writtenLine(row.name)].length > MAX_NAME ? element("MEMO", row.name, MAX_MEMO) : "",
      currency,
    ];
    return `<INVBANKTRAN><STMTTRN>${fields.join("")}</STMTTRN>${FUNDS}</INVBANKTRAN>`;
  },
};

function bankType({ amount, subtype, type }: InvestmentTransaction): string {
  if (type === "fee") return "FEE";
  if (subtype === "interest") return "INT";
  if (INCOME[subtype] === "DIV") return "DIV";
  return amount > 0 ? "DEBIT" : "CREDIT";
}

/** The maximum part of a split's ratio. */
const MAX_PART = 100;

/**
 * A ratio as a fraction of small numbers, as institutions announce splits; otherwise in
 * thousandths.
 */
function ratioOf(ratio: number): [number, number] {
  for (let denominator = 1; denominator <= MAX_PART; denominator += 1) {
    const numerator = ratio * denominator;
    if (Math.abs(numerator - Math.round(numerator)) < 1e-6 * denominator)
      return [Math.round(numerator), denominator];
  }
  return [Math.round(ratio * 1000), 1000];
}
