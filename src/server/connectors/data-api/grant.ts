import { z } from "zod";
import { DpopKey } from "./dpop-key.ts";

/** What is remembered of a user's grant at an institution: the connector state of an Item. */
export const Grant = z.strictObject({
  /** Names the grant as long as its tokens rotate. */
  id: z.string(),
  /** Who gave the tokens out; they are shown to no other. */
  issuer: z.string(),
  /** Who signed in, as the issuer names them: the same for every login of theirs. */
  subject: z.string().nullable(),
  /** The client that it was made out to; null where that was not stored. */
  clientId: z.string().nullable().default(null),
  accessToken: z.string(),
  /** When the access token ends, in ms since 1970; null where the issuer does not say. */
  expiresAt: z.number().nullable(),
  refreshToken: z.string().nullable(),
  /** The key that the tokens are bound to; null for bearer tokens. */
  dpopKey: DpopKey.nullable(),
  /** Until when a process has the lease to use the refresh token. */
  leaseUntil: z.number().nullable(),
  /** Until when the institution wants no calls, in ms since 1970. */
  pausedUntil: z.number().nullable(),
  /** Names the user's consent at the institution; null where it has no name. */
  consentId: z.string().nullable().default(null),
  /** When the consent ends, as it was said with the first tokens; null where it was not. */
  consentExpiresAt: z.number().nullable().default(null),
});
export type Grant = z.infer<typeof Grant>;

/** What opens the data of a user: a grant that is renewed when it has to be. */
export type Access = {
  grant(): Promise<Grant>;
  /** Whether the token was given out just now: none of its kind was ever taken. */
  isNew: boolean;
  /** Answers a grant with another access token than the one that the institution refused. */
  renew(refusedToken: string): Promise<Grant>;
  /** Stores until when the institution wants no more calls, in ms since 1970. */
  pause(until: number): Promise<void>;
};

/** Reads the connector state of a login; null where it has none. */
export const grantOf = ({ connectorState }: { connectorState: string | null }): Grant | null =>
  connectorState === null ? null : Grant.parse(JSON.parse(connectorState));

/** Whether two grants may be of the same customer: an issuer may name them otherwise to another client. */
export const isSameCustomer = (one: Grant, other: Grant): boolean =>
  one.issuer !== other.issuer ||
  one.clientId === null ||
  one.clientId !== other.clientId ||
  one.subject === null ||
  other.subject === null ||
  one.subject === other.subject;
