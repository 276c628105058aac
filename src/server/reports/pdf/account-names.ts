import type { AssetReportAccountSummary } from "../../../protocol/asset-report.ts";

type Named = Pick<AssetReportAccountSummary, "name" | "mask" | "type" | "subtype">;

/** An account with the end of its number: `Checking ••6083`. */
export const accountTitle = ({ name, mask }: Pick<Named, "name" | "mask">): string =>
  mask === null ? name : `${name} ••${mask}`;

/** What kind of account it is, in words: `Depository, checking`. */
export const accountKind = ({ type, subtype }: Pick<Named, "type" | "subtype">): string => {
  const kind = `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
  return subtype === null ? kind : `${kind}, ${SUBTYPES[subtype] ?? subtype}`;
};

/** What is not written as the API writes it. */
const SUBTYPES: { readonly [Subtype in NonNullable<Named["subtype"]>]?: string } = {
  "401k": "401(k)",
  cd: "CD",
  ira: "IRA",
};

/** Whether what the account holds is owed by its owner. */
export const isOwed = ({ type }: Pick<Named, "type">): boolean =>
  type === "credit" || type === "loan";
