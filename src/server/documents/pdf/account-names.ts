import type { AssetReportAccountSummary } from "../../../protocol/asset-report.ts";
import type { ReportUser } from "../../domain/asset-reports/new-asset-report.ts";

type AccountLabel = Pick<AssetReportAccountSummary, "name" | "mask" | "type" | "subtype">;

/** Returns an account's name with the end of its number: `Checking ••6083`. */
export const accountTitle = ({ name, mask }: Pick<AccountLabel, "name" | "mask">): string =>
  mask === null ? name : `${name} ••${mask}`;

/** Returns an account's type and subtype in words: `Depository, checking`. */
export const accountKind = ({ type, subtype }: Pick<AccountLabel, "type" | "subtype">): string => {
  const kind = `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
  return subtype === null ? kind : `${kind}, ${SUBTYPES[subtype] ?? subtype}`;
};

/** Subtypes whose form in the report differs from that in the API. */
const SUBTYPES: { readonly [Subtype in NonNullable<AccountLabel["subtype"]>]?: string } = {
  "401k": "401(k)",
  cd: "CD",
  ira: "IRA",
};

/** Returns whether the account's balance is a debt. */
export const isDebt = ({ type }: Pick<AccountLabel, "type">): boolean =>
  type === "credit" || type === "loan";

/** Returns the full name of a report's user; null if the application sent none. */
export const fullName = ({ first_name, middle_name, last_name }: ReportUser): string | null =>
  [first_name, middle_name, last_name].filter((name) => name !== null).join(" ") || null;
