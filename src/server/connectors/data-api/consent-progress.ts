import { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import type { Approach } from "../../domain/institutions/institution-registration.ts";
import type { RequestedConsent } from "./consent-request.ts";
import { valueAt } from "./dialect.ts";
import { Grant } from "./grant.ts";
import type { IssuerClient } from "./issuer-client.ts";

/** A login's progress with a consent authorized without OAuth. */
const ConsentProgress = z.strictObject({
  issuer: z.string(),
  consentId: z.string(),
  /** Whether no Item has the consent. */
  isNew: z.boolean(),
  /** The address of the return from the bank's site; null in other approaches. */
  redirectUri: z.string().nullable(),
  /** The user's name at the bank, as typed in Link; null if the bank's site asks for it. */
  user: z.string().nullable().default(null),
  /** The id of the authorization; null if the bank has none. */
  authorisationId: z.string().nullable(),
  /** The methods to choose from; null at the code, and in other approaches. */
  methods: z
    .array(z.strictObject({ id: z.string(), name: z.string(), inApp: z.boolean().default(false) }))
    .nullable()
    .default(null),
  /** The sign-in before the consent; null without one. */
  grant: Grant.nullable().default(null),
});
export type ConsentProgress = z.infer<typeof ConsentProgress>;

/** Writes the progress of a login whose consent waits for its user. */
export const writeProgress = (
  { metadata }: Pick<IssuerClient, "metadata">,
  { id, isNew, user, grant }: RequestedConsent,
  rest: Pick<ConsentProgress, "redirectUri" | "authorisationId"> &
    Partial<Pick<ConsentProgress, "methods">>,
): string =>
  JSON.stringify({
    ...{ issuer: metadata.issuer, consentId: id, isNew, user, methods: null, grant, ...rest },
  } satisfies ConsentProgress);

/** Reads a progress; throws OAUTH_ISSUER_MISMATCH for another institution's. */
export const readProgress = (
  { metadata }: Pick<IssuerClient, "metadata">,
  progress: string,
): ConsentProgress => {
  const consent = ConsentProgress.parse(JSON.parse(progress));
  if (consent.issuer === metadata.issuer) return consent;
  throw new Fault("OAUTH_ISSUER_MISMATCH");
};

/**
 * Returns a consent; throws UNSUPPORTED_RESPONSE if the bank names another approach than the
 * connection's.
 */
export const requireApproach = <Consent extends Pick<RequestedConsent, "response">>(
  { connection, dialect }: IssuerClient,
  consent: Consent,
): Consent => {
  const { header = "", words = {} } = dialect.consent.request?.chosen ?? {};
  const chosen = header === "" ? null : consent.response?.headers.get(header)?.toUpperCase();
  const { approach } = connection.standard;
  const word = words[approach];
  if (!chosen || word === undefined || chosen === word) return consent;
  const other = Object.entries(words).find(([, each]) => each === chosen)?.[0] as
    | Approach
    | undefined;
  throw new Fault("UNSUPPORTED_RESPONSE", {
    cause: new Error(
      `the bank has chosen another approach than ${approach}${other ? `: connect it with --approach ${other}` : ""}`,
    ),
  });
};

/** The first text at some JSON paths in a body; null without any. */
export const textAt = (body: unknown, places: readonly string[]): string | null =>
  places.map((place) => valueAt(body, place)).find(isText) ?? null;

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/**
 * The grant of a consent whose user has returned. Only the bank's status shows a refusal. Throws
 * OAUTH_ISSUER_MISMATCH for another institution's redirect URI.
 */
export const finishAtSite = (
  client: IssuerClient,
  progress: string,
  { id, returnPath }: { id: string; returnPath: string },
): { grant: Grant; isNew: boolean } => {
  const consent = readProgress(client, progress);
  if (URL.parse(consent.redirectUri ?? "")?.pathname !== returnPath)
    throw new Fault("OAUTH_ISSUER_MISMATCH");
  return { grant: consentGrant(client, consent, id), isNew: consent.isNew };
};

/** The grant of a new consent whose sign-in is abandoned; null for an Item's consent. */
export const abandonedGrant = (client: IssuerClient, progress: string): Grant | null => {
  const consent = readProgress(client, progress);
  return consent.isNew ? consentGrant(client, consent, "abandoned") : null;
};

/** Whether a progress belongs to a consent without OAuth, not to an OAuth sign-in. */
export const isConsentProgress = (progress: string): boolean =>
  ConsentProgress.safeParse(JSON.parse(progress)).success;

/** The new consent of a sign-in, which ends if its user gives up; none by OAuth. */
export const unfinishedIn = (client: IssuerClient, progress: string): { unfinished?: string } => {
  if (!isConsentProgress(progress)) return {};
  const grant = abandonedGrant(client, progress);
  return grant === null ? {} : { unfinished: JSON.stringify(grant) };
};

/**
 * The grant of a consent: the earlier sign-in's, or a grant without a token whose subject is the
 * typed user name.
 */
export const consentGrant = (
  { connection }: IssuerClient,
  {
    issuer,
    consentId,
    user,
    grant = null,
  }: Pick<ConsentProgress, "issuer" | "consentId" | "user"> &
    Partial<Pick<ConsentProgress, "grant">>,
  id: string,
): Grant =>
  grant
    ? { ...grant, consentId }
    : {
        ...{ id, issuer, consentId, clientId: connection.clientId },
        subject: user?.trim().toLowerCase() ?? null,
        ...{ accessToken: null, expiresAt: null, refreshToken: null, dpopKey: null },
        ...{
          leaseUntil: null,
          pausedUntil: null,
          consentExpiresAt: null,
          isImported: false,
          missing: {},
        },
      };
