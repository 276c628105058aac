import { LRUCache } from "lru-cache";
import type { TestUser } from "../accounts/account-plan.ts";
import type { SandboxInstitution } from "../catalogue/institution.ts";
import { type Household, householdOf } from "./household.ts";
import { movementsIn } from "./month.ts";
import type { Movement } from "./movement.ts";

/** The number of cached households, since most sandbox users sign in as the same few people. */
const MAX_HOUSEHOLDS = 5;

/** The number of cached months: two years with both ends, some 60 KB each. */
const MAX_MONTHS = 27;

const households = new LRUCache<string, Household>({ max: MAX_HOUSEHOLDS });
const months = new WeakMap<Household, LRUCache<number, readonly Movement[]>>();

/** The cached household of `householdOf`, which depends only on this key. */
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

/** The cached movements of `movementsIn`, which each pull and balance needs. */
export const cachedMovementsIn = (household: Household, month: number): readonly Movement[] => {
  const cache = months.get(household) ?? new LRUCache({ max: MAX_MONTHS });
  months.set(household, cache);
  const movements = cache.get(month) ?? movementsIn(household, month);
  cache.set(month, movements);
  return movements;
};
