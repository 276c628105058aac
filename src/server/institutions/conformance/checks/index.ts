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

/** Checks of scopes by FDX's names, and those that need further sign-ins. */
const FDX_ALONE = /^(metadata-scopes|token-(verifier|code-.+|proof.*)|refresh-once|revocation-.+)$/;

/** The checks of a sign-in and its tokens where a consent is made before. */
const consentedSignIn = [
  ...metadataChecks,
  ...keyChecks,
  ...authorizationChecks,
  ...tokenChecks,
].filter(({ id }) => !FDX_ALONE.test(id));

/** The checks of a user's return without OAuth, whose address has our state alone. */
const returnChecks = authorizationChecks.filter(({ id }) =>
  /^(authorization-(returns|state)|cancel-(returns|state))$/.test(id),
);

/** The checks of the ways in which a user authorizes a consent without a token. */
const RETURNS: Record<Approach, readonly Check[]> = {
  oauth: [],
  redirect: returnChecks,
  decoupled: authorisationChecks,
  embedded: authorisationChecks,
};

type Standard = Pick<InstitutionStandard, "dialect" | "approach" | "deviations" | "security">;

/** The checks of a connection's sign-in; a user who signs in before their consent cancels that, without OAuth. */
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

/** The checks of a dialect with consents, after those of the connection's approach. */
const withSignIn =
  (own: readonly Check[]) =>
  (standard: Standard): readonly Check[] => [...signInChecks(standard), ...own];

/** The checks of an institution by the name of its dialect, in the order of the report. */
const CHECKS: Readonly<Record<string, (standard: Standard) => readonly Check[]>> = {
  fdx: () => fdxChecks,
  uk: withSignIn([...idTokenChecks, ...ukChecks]),
  "berlin-group": (standard) => [
    ...withSignIn(berlinGroupChecks)(standard),
    ...(standard.deviations.cardAccounts === "listed" ? berlinGroupCardChecks : []),
  ],
  cdr: withSignIn([...idTokenChecks, ...cdrChecks]),
};

/** The checks of a connection's standard; a dialect without checks of its own has those of its sign-in. */
export const listChecks = (standard: Standard): readonly Check[] =>
  (CHECKS[standard.dialect] ?? withSignIn([]))(standard);
