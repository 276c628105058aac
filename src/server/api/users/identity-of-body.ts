import { Fault } from "../../domain/fault.ts";
import { Identity, LegacyIdentity, upgradeIdentity } from "../../domain/users/identity.ts";
import { requirePlausibleBirth } from "../../domain/users/require-plausible-birth.ts";
import type { ApiContext } from "../endpoint.ts";

/** The two fields of a request that may bring an identity. */
export const identityFields = {
  identity: Identity.optional().meta({
    description: "Who the user is; it replaces what there was.",
  }),
  consumer_report_user_identity: LegacyIdentity.optional().meta({
    description: "The same in the legacy schema, for users of the legacy API.",
  }),
};

type IdentityFields = {
  identity?: Identity | undefined;
  consumer_report_user_identity?: LegacyIdentity | undefined;
};

/** The identity that a request brings, if any. */
export const identityOfBody = (
  { identity, consumer_report_user_identity: legacy }: IdentityFields,
  { clock }: Pick<ApiContext, "clock">,
): Identity | null => {
  if (identity && legacy)
    throw new Fault("INVALID_FIELD", {
      message: "identity and consumer_report_user_identity are the same; send one of them",
    });
  const field = legacy ? "consumer_report_user_identity" : "identity";
  const brought = legacy ? upgradeIdentity(legacy) : identity;
  if (!brought) return null;
  requirePlausibleBirth(field, brought.date_of_birth, clock());
  return brought;
};
