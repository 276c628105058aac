import type { Check } from "../check.ts";
import { accountChecks } from "./account-checks.ts";
import { authorizationChecks } from "./authorization-checks.ts";
import { dataChecks } from "./data-checks.ts";
import { idTokenChecks } from "./id-token-checks.ts";
import { keyChecks } from "./key-checks.ts";
import { metadataChecks } from "./metadata-checks.ts";
import { tokenChecks } from "./token-checks.ts";
import { transactionChecks } from "./transaction-checks.ts";

/** All checks of an institution, in the order of the report. */
export const CHECKS: readonly Check[] = [
  ...metadataChecks,
  ...keyChecks,
  ...authorizationChecks,
  ...tokenChecks,
  ...idTokenChecks,
  ...dataChecks,
  ...accountChecks,
  ...transactionChecks,
];
