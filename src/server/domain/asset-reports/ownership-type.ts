import type { Owner } from "../../../protocol/account.ts";
import type { OwnershipType } from "../../../protocol/reports/asset-report.ts";

/** Legal forms of companies and associations, at the end of a name. */
const COMPANY =
  /\b(llc|llp|inc|corp|ltd|limited|plc|gmbh|ag|kg|sarl|sas|s\.?l\.?|s\.?r\.?l\.?|bv|nv|ab|aps|oy|lda|sp\.? z o\.?o)\.?$/i;
const TRUST = /\btrust(ees?)?\b/i;

/** Returns the kind of ownership of an account; null if the institution names no owner. */
export const ownershipType = (owners: readonly Pick<Owner, "names">[]): OwnershipType => {
  const names = new Set(owners.map((owner) => owner.names.join(" & ").trim()).filter(Boolean));
  if ([...names].some((name) => TRUST.test(name))) return "trust";
  if ([...names].some((name) => COMPANY.test(name))) return "association";
  if (names.size === 0) return null;
  return names.size === 1 ? "individual" : "joint";
};
