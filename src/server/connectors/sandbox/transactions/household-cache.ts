import { LRUCache } from "lru-cache";
import type { TestUser } from "../accounts/account-plan.ts";
import type { SandboxInstitution } from "../catalogue/institution.ts";
import { type Household, householdOf } from "./household.ts";
import { movementsIn } from "./month.ts";
import type { Movement } from "./movement.ts";

/** Most users of a sandbox sign in as the same few people. */
const MAX_HOUSEHOLDS = 5;

/** Two years, with the months at both ends: some 60 KB each. */
const MAX_MONTHS = 27;

const households = new LRUCache<string, Household>({ max: MAX_HOUSEHOLDS });
const months = new WeakMap<Household, LRUCache<number, readonly Movement[]>>();

/** The household of `householdOf`, which depends on nothing else than this key. */
export const cachedHousehold = (
  bank: SandboxInstitution,
  person: string,
  testUser: TestUser,
): Household => {
  const { institution, routingScheme } = bank;
  const key = JSON.stringify([institution.institutionId, routingScheme.country, person, testUser]);
  const household = households.get(key) ?? householdOf(bank, person, testUser);
  households.set(key, household);
  return household;
};

/** The movements of `movementsIn`: each pull and each balance of a household needs the same ones. */
export const cachedMovementsIn = (household: Household, month: number): readonly Movement[] => {
  const cache = months.get(household) ?? new LRUCache({ max: MAX_MONTHS });
  months.set(household, cache);
  const movements = cache.get(month) ?? movementsIn(household, month);
  cache.set(month, movements);
  return movements;
};
