import type { Security } from "../../../protocol/investments.ts";
import { amountFrom } from "../decimal.ts";
import type { Portfolio } from "../investments.ts";
import { writtenLine } from "../written-values.ts";
import { element, formatStamp } from "./elements.ts";

/** The maximum lengths of the elements in the OFX specification. */
const MAX_ID = 32;
const MAX_ID_TYPE = 10;
const MAX_NAME = 120;
const MAX_TICKER = 32;

export const securitiesById = ({ securities }: Portfolio): ReadonlyMap<string, Security> =>
  new Map(securities.map((security) => [security.security_id, security]));

/** The kinds of securities, as in the names of their elements. */
export type Kind = "STOCK" | "MF" | "DEBT" | "OPT" | "OTHER";

/** Returns the kind of a security. An option without a known contract has the kind "other". */
export function chooseKind(security: Security | undefined): Kind {
  switch (security?.type) {
    case "equity":
    case "etf":
      return "STOCK";
    case "mutual fund":
      return "MF";
    case "fixed income":
      return "DEBT";
    case "derivative":
      return security.option_contract ? "OPT" : "OTHER";
    default:
      return "OTHER";
  }
}

/** Returns the kind and the value of a security's first number; otherwise our id. */
function chooseNumber(id: string, security: Security | undefined) {
  const numbers = [
    ["CUSIP", security?.cusip],
    ["ISIN", security?.isin],
    ["SEDOL", security?.sedol],
  ] as const;
  return numbers.find(([, text]) => writtenLine(text ?? null) !== "") ?? (["OTHER", id] as const);
}

export const securityNumber = (id: string, security: Security): string =>
  writtenLine(chooseNumber(id, security)[1] ?? null).slice(0, MAX_ID);

/** Writes a security's first number; otherwise a part of our id. */
export function securityId(id: string, security: Security | undefined): string {
  const [type, number] = chooseNumber(id, security);
  return `<SECID>${element("UNIQUEID", number, MAX_ID)}${element("UNIQUEIDTYPE", type, MAX_ID_TYPE)}</SECID>`;
}

/** Writes the description of a security. */
export function securityElement(id: string, security: Security | undefined): string {
  const kind = chooseKind(security);
  const day = security?.close_price_as_of ?? null;
  const price = security?.close_price ?? null;
  const info = [
    securityId(id, security),
    element("SECNAME", security?.name ?? security?.ticker_symbol, MAX_NAME) ||
      "<SECNAME>Unknown</SECNAME>",
    element("TICKER", security?.ticker_symbol, MAX_TICKER),
    element("FIID", security?.institution_security_id, MAX_ID),
    price === null ? "" : element("UNITPRICE", amountFrom(price)),
    price === null || day === null ? "" : element("DTASOF", formatStamp(day)),
  ].join("");
  return `<${kind}INFO><SECINFO>${info}</SECINFO>${writeDetails(kind, security)}</${kind}INFO>\n`;
}

function writeDetails(kind: Kind, security: Security | undefined): string {
  const { option_contract: option = null, fixed_income: bond = null } = security ?? {};
  if (kind === "OPT" && option)
    return (
      element("OPTTYPE", option.contract_type.toUpperCase()) +
      element("STRIKEPRICE", amountFrom(option.strike_price)) +
      element("DTEXPIRE", formatStamp(option.expiration_date)) +
      "<SHPERCTRCT>100</SHPERCTRCT>"
    );
  if (kind !== "DEBT") return "";
  const coupon = bond?.yield_rate?.type === "coupon" ? bond.yield_rate.percentage : null;
  return (
    element("PARVALUE", amountFrom(bond?.face_value ?? 0)) +
    element("DEBTTYPE", coupon === 0 ? "ZERO" : "COUPON") +
    (coupon === null ? "" : element("COUPONRT", amountFrom(coupon))) +
    (bond?.maturity_date ? element("DTMAT", formatStamp(bond.maturity_date)) : "")
  );
}
