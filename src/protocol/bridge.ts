import { z } from "zod";
import { LinkAccount } from "./account.ts";
import { InstitutionHealth, InstitutionRow } from "./institution.ts";
import { EXIT_STATUSES } from "./vocabulary.ts";

/**
 * What the frame and the bridge say to each other. Every call is a POST of JSON; all but the first
 * carry the session token as `Authorization: Bearer`, which lives in the frame's memory only.
 */

/** A field of an institution's login form. */
export const CredentialField = z.strictObject({
  name: z.string(),
  label: z.string(),
  type: z.enum(["text", "password"]),
});
export type CredentialField = z.infer<typeof CredentialField>;

export const StartSessionRequest = z.strictObject({
  /** The configuration as the page gave it: the server parses it, and says what is wrong with it. */
  config: z.record(z.string(), z.unknown()),
  /** The page's origin as the browser told the frame. */
  origin: z.string().min(1).max(300),
});
export const StartSessionResponse = z.strictObject({
  link_session_id: z.string(),
  session_token: z.string(),
  expires_at: z.iso.datetime(),
});
export type StartSessionResponse = z.infer<typeof StartSessionResponse>;

export const SearchInstitutionsRequest = z.strictObject({ query: z.string().max(100) });
export const SearchInstitutionsResponse = z.strictObject({
  institutions: z.array(InstitutionRow),
});
export type SearchInstitutionsResponse = z.infer<typeof SearchInstitutionsResponse>;

export const SelectInstitutionRequest = z.strictObject({
  institution_id: z.string().min(1).max(40),
});
export const SelectInstitutionResponse = z.strictObject({
  institution: InstitutionRow,
  url: z.string().nullable(),
  health: InstitutionHealth,
  fields: z.array(CredentialField),
});
export type SelectInstitutionResponse = z.infer<typeof SelectInstitutionResponse>;

export const SubmitCredentialsRequest = z.strictObject({
  credentials: z.record(z.string().max(40), z.string().max(1000)),
});
export const SubmitCredentialsResponse = z.strictObject({
  accounts: z.array(
    LinkAccount.extend({
      balance: z.strictObject({ amount: z.number(), currency: z.string() }).nullable(),
    }),
  ),
});
export type SubmitCredentialsResponse = z.infer<typeof SubmitCredentialsResponse>;

/** An account the user may share, with what it holds so that they can tell it from its neighbours. */
export type OfferedAccount = SubmitCredentialsResponse["accounts"][number];

export const SelectAccountsRequest = z.strictObject({
  account_ids: z.array(z.string().min(1).max(100)).min(1).max(100),
});
export const SelectAccountsResponse = z.strictObject({
  public_token: z.string(),
  accounts: z.array(LinkAccount),
});
export type SelectAccountsResponse = z.infer<typeof SelectAccountsResponse>;

export const ExitSessionRequest = z.strictObject({
  status: z.enum(EXIT_STATUSES).nullable(),
});
export const ExitSessionResponse = z.strictObject({});
