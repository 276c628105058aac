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

/** A further question of the institution's, asked after the credentials or after another answer. */
export const Challenge = z.discriminatedUnion("type", [
  /** Where to send a one-time code: the answer is the chosen device's id. */
  z.strictObject({
    type: z.literal("device"),
    devices: z.array(
      z.strictObject({
        id: z.string(),
        kind: z.enum(["phone", "email"]),
        /** What tells it from the others, e.g. `•••• 6789`. */
        mask: z.string(),
      }),
    ),
  }),
  /** The code that was sent; `sent_to` is the chosen device's mask, if there was one to choose. */
  z.strictObject({ type: z.literal("code"), sent_to: z.string().nullable() }),
  /** Questions to be answered in words. */
  z.strictObject({ type: z.literal("questions"), questions: z.array(z.string()) }),
  /** Questions to be answered with one of their options. */
  z.strictObject({
    type: z.literal("selections"),
    questions: z.array(z.strictObject({ question: z.string(), options: z.array(z.string()) })),
  }),
]);
export type Challenge = z.infer<typeof Challenge>;

export const SubmitCredentialsRequest = z.strictObject({
  /** The institution whose form was filled in: a password must never reach another one. */
  institution_id: z.string().min(1).max(40),
  credentials: z.record(z.string().max(40), z.string().max(1000)),
});
/** An account the user may share, with what it holds so that they can tell it from its neighbours. */
export const OfferedAccount = LinkAccount.extend({
  balance: z.strictObject({ amount: z.number(), currency: z.string() }).nullable(),
});
export type OfferedAccount = z.infer<typeof OfferedAccount>;

/** What comes next in a login, after credentials and after each answer: one of the two is null. */
export const LoginResponse = z.strictObject({
  challenge: Challenge.nullable(),
  accounts: z.array(OfferedAccount).nullable(),
});
export type LoginResponse = z.infer<typeof LoginResponse>;

/** Answers to a challenge: one for device and code, one for each question otherwise, in their order. */
export const SubmitMfaRequest = z.strictObject({
  answers: z.array(z.string().min(1).max(200)).min(1).max(20),
});

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
