import type { Owner } from "../../../../protocol/owner.ts";
import type { AccountPlan } from "../accounts/account-plan.ts";
import type { RoutingScheme } from "../catalogue/institution.ts";
import { homeOf, ownerOf } from "./people.ts";

/** The owners of an account: the holder, and for a couple's savings and debts their partner too. */
export const ownersOf = (
  login: string,
  country: RoutingScheme["country"],
  { subtype }: { subtype: AccountPlan["subtype"] | "other" },
): Owner[] => {
  const { holder, partner, place, formerPlace } = homeOf(login, country);
  const owner = ownerOf(holder, [place, formerPlace]);
  return JOINT.some((joint) => joint === subtype) ? [owner, ownerOf(partner, [place])] : [owner];
};

const JOINT = ["savings", "mortgage"] as const;
