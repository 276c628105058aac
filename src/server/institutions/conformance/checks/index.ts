import {
  type Approach,
  hasPreStep,
  hasTokens,
  type InstitutionStandard,
} from "../../../domain/institutions/institution-registration.ts";
import type { Check } from "../check.ts";
import { accountChecks } from "./account-checks.ts";
import { authorizationChecks } from "./authorization-checks.ts";
import { dataChecks } from "./data-checks.ts";
import { idTokenChecks } from "./id-token-checks.ts";
import { investmentChecks, statementChecks } from "./investment-checks.ts";
import { keyChecks } from "./key-checks.ts";
import { liabilityChecks } from "./liability-checks.ts";
import { metadataChecks } from "./metadata-checks.ts";
import { statementBalanceCheck } from "./statement-balance.ts";
import { tokenChecks } from "./token-checks.ts";
import { transactionChecks } from "./transaction-checks.ts";
import { authorisationChecks } from "./wire/authorisation-checks.ts";
import { berlinGroupCardChecks } from "./wire/berlin-group-card-checks.ts";
import { berlinGroupChecks } from "./wire/berlin-group-checks.ts";
import { cdrChecks } from "./wire/cdr-checks.ts";
import { returnFromSite } from "./wire/consent-checks.ts";
import { signedResponseChecks } from "./wire/signed-response-checks.ts";
import { ukChecks } from "./wire/uk-checks.ts";

/** Checks of FDX's scopes, and checks that need further sign-ins. */
const FDX_ALONE = /^(metadata-scopes|token-(verifier|code-.+|proof.*)|refresh-once|revocation-.+)$/;

/** The checks of a sign-in and its tokens after a created consent. */
const consentedSignIn = [
  ...metadataChecks,
  ...keyChecks,
  ...authorizationChecks,
  ...tokenChecks,
].filter(({ id }) => !FDX_ALONE.test(id));

/** The checks of a return without OAuth, whose address only has our state. */
const returnChecks = authorizationChecks.filter(({ id }) =>
  /^(authorization-(returns|state)|cancel-(returns|state))$/.test(id),
);

/** The checks of authorizations without a token, by approach. */
const RETURNS: Record<Approach, readonly Check[]> = {
  oauth: [],
  redirect: returnChecks,
  decoupled: authorisationChecks,
  embedded: authorisationChecks,
};

type Standard = Pick<InstitutionStandard, "dialect" | "approach" | "deviations" | "security">;

/**
 * The checks of a connection's sign-in. A user who signs in before their consent cancels the
 * consent, without OAuth.
 */
const signInChecks = (standard: Standard): readonly Check[] => {
  if (hasPreStep(standard) && standard.approach !== "redirect")
    return [
      ...consentedSignIn.filter(({ id }) => !id.startsWith("cancel-")),
      ...RETURNS[standard.approach],
    ];
  if (hasPreStep(standard))
    return [
      ...consentedSignIn.filter(({ id }) => !/^cancel-(error|issuer)/.test(id)),
      returnFromSite,
    ];
  if (!hasTokens(standard)) return RETURNS[standard.approach];
  return standard.security === "fapi1"
    ? [...consentedSignIn, ...signedResponseChecks(standard)]
    : consentedSignIn;
};

const fdxChecks = [
  ...metadataChecks,
  ...keyChecks,
  ...authorizationChecks,
  ...tokenChecks,
  ...idTokenChecks,
  ...dataChecks,
  ...accountChecks,
  ...investmentChecks,
  ...liabilityChecks,
  ...statementChecks,
  ...transactionChecks,
  statementBalanceCheck,
];

/** The checks of a dialect with consents, after those of the approach. */
const withSignIn =
  (own: readonly Check[]) =>
  (standard: Standard): readonly Check[] => [...signInChecks(standard), ...own];

/** The checks by dialect, in the report's order. */
const CHECKS: Readonly<Record<string, (standard: Standard) => readonly Check[]>> = {
  fdx: () => fdxChecks,
  uk: withSignIn([...idTokenChecks, ...ukChecks]),
  "berlin-group": (standard) => [
    ...withSignIn(berlinGroupChecks)(standard),
    ...(standard.deviations.cardAccounts === "listed" ? berlinGroupCardChecks : []),
  ],
  cdr: withSignIn([...idTokenChecks, ...cdrChecks]),
};

/**
 * The checks of a connection's standard. A dialect without its own checks has those of the sign-in.
 */
export const listChecks = (standard: Standard): readonly Check[] =>
  (CHECKS[standard.dialect] ?? withSignIn([]))(standard);
