import type { Check } from "../check.ts";
import { accountChecks } from "./account-checks.ts";
import { authorizationChecks } from "./authorization-checks.ts";
import { dataChecks } from "./data-checks.ts";
import { idTokenChecks } from "./id-token-checks.ts";
import { keyChecks } from "./key-checks.ts";
import { metadataChecks } from "./metadata-checks.ts";
import { tokenChecks } from "./token-checks.ts";
import { transactionChecks } from "./transaction-checks.ts";
import { berlinGroupChecks } from "./wire/berlin-group-checks.ts";
import { ukChecks } from "./wire/uk-checks.ts";

/** Checks of scopes by FDX's names, and those that need further sign-ins. */
const FDX_ALONE = /^(metadata-scopes|token-(verifier|code-.+|proof.*)|refresh-once|revocation-.+)$/;

/** The checks of a sign-in and its tokens where a consent is made before. */
const consentedSignIn = [
  ...metadataChecks,
  ...keyChecks,
  ...authorizationChecks,
  ...tokenChecks,
].filter(({ id }) => !FDX_ALONE.test(id));

/** The checks of an institution by the name of its dialect, in the order of the report. */
const CHECKS: Readonly<Record<string, readonly Check[]>> = {
  fdx: [
    ...metadataChecks,
    ...keyChecks,
    ...authorizationChecks,
    ...tokenChecks,
    ...idTokenChecks,
    ...dataChecks,
    ...accountChecks,
    ...transactionChecks,
  ],
  uk: [...consentedSignIn, ...idTokenChecks, ...ukChecks],
  "berlin-group": [...consentedSignIn, ...berlinGroupChecks],
};

/** The checks of a dialect; without checks of its own, those of its sign-in. */
export const checksOf = (dialect: string): readonly Check[] => CHECKS[dialect] ?? consentedSignIn;
