import { escapeMarkup } from "../../formats/markup.ts";
import { ofxAccountId } from "../../formats/ofx/elements.ts";
import type { DoorAccount } from "../read-grant.ts";

/** The kinds of statements, which differ in the names of their elements. */
export const KINDS = [
  { set: "BANK", prefix: "", from: "BANKACCTFROM" },
  { set: "CREDITCARD", prefix: "CC", from: "CCACCTFROM" },
  { set: "INVSTMT", prefix: "INV", from: "INVACCTFROM" },
] as const;
export type Kind = (typeof KINDS)[number];

/** Returns the kind of an account's statement; investments only with the user's consent. */
export const toKind = ({ account, connection: { item } }: DoorAccount): Kind["set"] => {
  if (account.type === "credit") return "CREDITCARD";
  const isInvested = account.type === "investment" && item.products.includes("investments");
  return isInvested ? "INVSTMT" : "BANK";
};

export const acctId = ({ id }: DoorAccount): string => ofxAccountId(id);

/** The digits of the institution's id. */
export const bankId = ({ connection }: DoorAccount): string =>
  connection.institution.id.replace(/\D/g, "").slice(-9) || "0";

/** Writes an account for the list of accounts. */
export const accountInfo = (one: DoorAccount): string =>
  `<ACCTINFO><DESC>${escapeMarkup(one.name.slice(0, 80))}</DESC>${INFO[toKind(one)](one)}</ACCTINFO>`;

const SERVICES =
  "<SUPTXDL>Y</SUPTXDL><XFERSRC>N</XFERSRC><XFERDEST>N</XFERDEST><SVCSTATUS>ACTIVE</SVCSTATUS>";

const INFO: Record<Kind["set"], (one: DoorAccount) => string> = {
  BANK: (one) => {
    const { type, subtype } = one.account;
    const kind = type === "loan" ? "CREDITLINE" : (KIND_OF_SUBTYPE[subtype ?? ""] ?? "CHECKING");
    const from = `<BANKID>${bankId(one)}</BANKID><ACCTID>${acctId(one)}</ACCTID><ACCTTYPE>${kind}</ACCTTYPE>`;
    return `<BANKACCTINFO><BANKACCTFROM>${from}</BANKACCTFROM>${SERVICES}</BANKACCTINFO>`;
  },
  CREDITCARD: (one) =>
    `<CCACCTINFO><CCACCTFROM><ACCTID>${acctId(one)}</ACCTID></CCACCTFROM>${SERVICES}</CCACCTINFO>`,
  INVSTMT: (one) => {
    const from = `<BROKERID>${bankId(one)}</BROKERID><ACCTID>${acctId(one)}</ACCTID>`;
    const product = PRODUCTS[one.account.subtype ?? ""] ?? "OTHER";
    return (
      `<INVACCTINFO><INVACCTFROM>${from}</INVACCTFROM><USPRODUCTTYPE>${product}</USPRODUCTTYPE>` +
      "<CHECKING>N</CHECKING><SVCSTATUS>ACTIVE</SVCSTATUS></INVACCTINFO>"
    );
  },
};

const KIND_OF_SUBTYPE: Readonly<Record<string, string>> = {
  savings: "SAVINGS",
  "money market": "MONEYMRKT",
};

/** The protocol's kinds of investment accounts. */
const PRODUCTS: Readonly<Record<string, string>> = {
  "401k": "401K",
  "403B": "403B",
  brokerage: "NORMAL",
  ira: "IRA",
  roth: "IRA",
  "simple ira": "SIMPLE",
  sarsep: "SARSEP",
  keogh: "KEOGH",
  trust: "TRUST",
  ugma: "UGMA",
};
