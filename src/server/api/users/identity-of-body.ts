import { Fault } from "../../domain/fault.ts";
import {
  Identity,
  LegacyIdentity,
  requirePlausibleBirth,
  upgradeIdentity,
} from "../../domain/users/identity.ts";
import type { ApiContext } from "../endpoint.ts";

/** The identity in the examples of the reference. */
export const EXAMPLE: Identity = {
  name: { given_name: "Ann", family_name: "Example" },
  date_of_birth: "1990-04-23",
  emails: [{ data: "ann@mail.example", primary: true }],
  phone_numbers: [{ data: "+14155550010", primary: true }],
  addresses: [
    {
      street_1: "1 Main Street",
      city: "San Francisco",
      region: "CA",
      country: "US",
      postal_code: "94105",
      primary: true,
    },
  ],
};

/** The two fields of a request that may contain an identity. */
export const identityFields = {
  identity: Identity.optional().meta({
    description: "The identity of the user; it replaces the one before.",
    examples: [EXAMPLE],
  }),
  consumer_report_user_identity: LegacyIdentity.optional().meta({
    description: "The same in the legacy schema, for users of the legacy API.",
  }),
};

type IdentityFields = {
  identity?: Identity | undefined;
  consumer_report_user_identity?: LegacyIdentity | undefined;
};

/** The identity in a request, if any. */
export const identityOfBody = (
  { identity, consumer_report_user_identity: legacy }: IdentityFields,
  { clock }: Pick<ApiContext, "clock">,
): Identity | null => {
  requireOneIdentity({ identity, consumer_report_user_identity: legacy });
  const field = legacy ? "consumer_report_user_identity" : "identity";
  const newIdentity = legacy ? upgradeIdentity(legacy) : identity;
  if (!newIdentity) return null;
  requirePlausibleBirth(field, newIdentity.date_of_birth, clock());
  return newIdentity;
};

/** Throws INVALID_FIELD if a request has both fields. */
export const requireOneIdentity = ({
  identity,
  consumer_report_user_identity: legacy,
}: {
  identity?: object | undefined;
  consumer_report_user_identity?: object | undefined;
}): void => {
  if (identity && legacy)
    throw new Fault("INVALID_FIELD", {
      message: "identity and consumer_report_user_identity are the same; send one of them",
    });
};
