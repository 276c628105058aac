import { z } from "zod";
import type { InvestmentSubtype, InvestmentType } from "../../../../../protocol/investments.ts";
import {
  type Currency,
  currencyCodes,
  type Id,
  ownId,
  ownLine,
} from "../../../../domain/bank-values.ts";
import type { BankSecurity } from "../../../../domain/connectors/bank-investments.ts";
import { lookup } from "../../../../domain/lookup.ts";
import type { HeldSecurities, OpenTrade } from "../../dialect-reads.ts";
import {
  flattenBy,
  Identifier,
  InvestmentNumber,
  Money,
  roundTo,
  ShownText,
  Timestamp,
} from "../../values.ts";
import type { FdxAccount } from "./account.ts";
import { FdxSecurity, toSecurity } from "./security.ts";
import { TRANSACTION_CATEGORIES } from "./transaction.ts";

const Amount = Money.nullish().catch(null);
const Units = InvestmentNumber.nullish();

const Fields = FdxSecurity.and(
  z
    .object({
      transactionId: Identifier,
      referenceTransactionId: Identifier.nullish().catch(null),
      postedTimestamp: Timestamp.nullish(),
      transactionTimestamp: Timestamp.nullish(),
      memo: ShownText.optional(),
      debitCreditMemo: z.enum(["DEBIT", "CREDIT", "MEMO"]).nullish(),
      status: z.string().nullish(),
      amount: Money,
      transactionType: z.string().nullish().catch(null),
      incomeType: z.string().nullish().catch(null),
      transferAction: z.string().nullish().catch(null),
      // A wrong number of units must not count as missing.
      units: Units,
      shares: Units,
      oldUnits: Units,
      newUnits: Units,
      unitPrice: Units.catch(null),
      price: Units.catch(null),
      commission: Amount,
      fees: Amount,
      load: Amount,
    })
    .refine(
      ({ postedTimestamp, transactionTimestamp }) => postedTimestamp ?? transactionTimestamp,
      { path: ["postedTimestamp"], message: "there is no timestamp" },
    ),
);
type Fields = z.infer<typeof Fields>;

/** A transaction of an investment account of FDX 4.6 to 6.4; null for a pending one. */
export const FdxInvestmentTransaction = z
  .preprocess(flattenBy(TRANSACTION_CATEGORIES), Fields)
  .transform((row): OpenTrade<FdxAccount> | null =>
    /^(PENDING|AUTHORIZATION)$/.test(row.status ?? "")
      ? null
      : (account, held) => tradeOf(row, account, held),
  );

type Kind = {
  type: InvestmentType;
  subtype: InvestmentSubtype;
  /** 1 if cash leaves the account and units arrive, -1 for the opposite. */
  way?: 1 | -1;
};

const buy: Kind = { type: "buy", subtype: "buy", way: 1 };
const sell: Kind = { type: "sell", subtype: "sell", way: -1 };
const reinvestment: Kind = { type: "buy", subtype: "dividend reinvestment", way: 1 };
const dividend: Kind = { type: "cash", subtype: "dividend" };
const fee: Kind = { type: "fee", subtype: "account fee" };
const transfer: Kind = { type: "transfer", subtype: "transfer" };
const adjustment: Kind = { type: "cash", subtype: "adjustment" };

const KINDS = lookup<Kind>({
  ...{ PURCHASED: buy, PURCHASETOOPEN: buy, DIVIDENDREINVEST: reinvestment },
  ...{ PURCHASEDTOCOVER: { ...buy, subtype: "buy to cover" } },
  ...{ PURCHASETOCLOSE: { ...buy, subtype: "buy to cover" }, REINVESTOFINCOME: reinvestment },
  ...{ SOLD: sell, SOLDTOCLOSE: sell, SOLDTOOPEN: { ...sell, subtype: "sell short" } },
  ...{
    OPTIONEXERCISE: { type: "sell", subtype: "exercise" },
    SPLIT: { ...transfer, subtype: "split" },
  },
  ...{ TRANSFER: transfer, JRNLSEC: transfer, JRNLFUND: transfer, OPTIONEXPIRATION: transfer },
  ...{ CLOSURE: transfer, CLOSUREOPT: transfer },
  ...{ DIVIDEND: dividend, DIV: dividend, INTEREST: { type: "cash", subtype: "interest" } },
  RETURNOFCAPITAL: { type: "cash", subtype: "return of principal" },
  CONTRIBUTION: { type: "cash", subtype: "contribution" },
  ...{ FEE: fee, SRVCHG: fee, EXPENSE: { type: "fee", subtype: "miscellaneous fee" } },
  INVEXPENSE: { type: "fee", subtype: "miscellaneous fee" },
  MARGININTEREST: { type: "fee", subtype: "margin expense" },
  ...{ INCOME: adjustment, ADJUSTMENT: adjustment },
});

const INCOME = lookup<InvestmentSubtype>({
  CGLONG: "long-term capital gain",
  CGSHORT: "short-term capital gain",
  DIV: "dividend",
  INTEREST: "interest",
});

const REINVESTED = lookup<InvestmentSubtype>({
  CGLONG: "long-term capital gain reinvestment",
  CGSHORT: "short-term capital gain reinvestment",
  INTEREST: "interest reinvestment",
});

/** The kind of a transaction. Any other type moves cash. */
function toKind({ transactionType, incomeType }: Fields, amount: number): Kind {
  const known = KINDS[transactionType ?? ""];
  if (known === reinvestment)
    return { ...known, subtype: REINVESTED[incomeType ?? ""] ?? known.subtype };
  if (known?.type === "cash")
    return { ...known, subtype: INCOME[incomeType ?? ""] ?? known.subtype };
  return known ?? { type: "cash", subtype: amount > 0 ? "withdrawal" : "deposit" };
}

/** Returns a transaction and its security. A held security is described by its position. */
function tradeOf(
  row: Fields,
  account: FdxAccount,
  held: HeldSecurities,
): ReturnType<OpenTrade<FdxAccount>> {
  const { accountId: accountKey, currency = null } = account;
  const time = row.postedTimestamp ?? row.transactionTimestamp;
  if (!time) throw new Error("the schema has let a transaction without a timestamp through");
  const told = toldAmount(row);
  const kind = toKind(row, told);
  const security = securityIn(row, held, { accountKey, currency });
  const isReversal = row.referenceTransactionId != null;
  const { quantity, amount } = isReversal
    ? { quantity: unitsOf(row), amount: told }
    : movedBy(row, kind, told);
  const fees = [row.commission, row.fees, row.load].filter((each) => each != null);
  const words = row.description ?? row.memo ?? security?.name ?? kind.subtype;
  return {
    security,
    transaction: {
      ...{ key: row.transactionId, accountKey, securityKey: security?.key ?? null },
      date: time.day,
      transaction_datetime: row.transactionTimestamp?.moment ?? null,
      name: ownLine(words),
      quantity,
      amount: roundTo(amount, currency),
      price: row.unitPrice ?? row.price ?? 0,
      fees:
        fees.length === 0
          ? null
          : roundTo(
              fees.reduce((a, b) => a + b, 0),
              currency,
            ),
      ...(isReversal
        ? { type: "cancel", subtype: "adjustment" }
        : { type: kind.type, subtype: kind.subtype }),
      cancelKey: row.referenceTransactionId ?? null,
      ...currencyCodes(currency),
    },
  };
}

/** The amount with the institution's sign, positive for outflows. */
function toldAmount({ amount, debitCreditMemo }: Fields): number {
  if (debitCreditMemo === "DEBIT") return Math.abs(amount);
  if (debitCreditMemo === "CREDIT") return 0 - Math.abs(amount);
  return 0 - amount;
}

const unitsOf = ({ units, shares }: Fields): number => units ?? shares ?? 0;

/**
 * The units and cash that a transaction moves. Institutions write the units of trades with either
 * sign.
 */
function movedBy(row: Fields, { type, subtype, way }: Kind, told: number) {
  const units = unitsOf(row);
  if (way !== undefined) return { quantity: way * Math.abs(units), amount: way * Math.abs(told) };
  if (subtype === "split" && row.newUnits != null && row.oldUnits != null)
    return { quantity: Number((row.newUnits - row.oldUnits).toFixed(8)), amount: told };
  if (subtype === "exercise") return { quantity: 0 - Math.abs(units), amount: told };
  if (type !== "transfer") return { quantity: 0, amount: told };
  const isOut = row.transferAction === "OUT" || (row.transferAction == null && told > 0);
  // The amount of moved securities is their worth, and no cash.
  if (units !== 0 && subtype === "transfer")
    return { quantity: isOut ? 0 - Math.abs(units) : units, amount: 0 };
  return { quantity: units, amount: told };
}

/** The security of a transaction. A ticker may refer to a security held under a number. */
function securityIn(
  row: Fields,
  held: HeldSecurities,
  place: { accountKey: Id; currency: Currency | null },
): BankSecurity | null {
  if (row.securityId == null && row.symbol == null) return null;
  const own = toSecurity(
    // The words of a transaction are not its security's name.
    { ...row, description: null },
    { ...place, ownKey: ownId("none") },
  );
  const byTicker = row.securityId == null ? held.byTicker.get(own.ticker_symbol ?? "") : undefined;
  return held.byKey.get(own.key) ?? byTicker ?? own;
}
