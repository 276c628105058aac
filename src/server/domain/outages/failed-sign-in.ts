import { z } from "zod";
import { LANGUAGES } from "../../../protocol/vocabulary.ts";
import type { NewJob } from "../jobs/job.ts";
import type { LinkSession } from "../link/link-session.ts";
import { type LinkTokenStore, openLinkToken } from "../link/link-token.ts";
import { emailDigest } from "../portal-users/email.ts";
import type { Runtime } from "../runtime.ts";

/** A Link session whose user could not sign in because the institution failed. */
export type FailedSignIn = {
  linkSessionId: string;
  clientId: string;
  institutionId: string;
  /** The sealed content and recipients of the notice for the institution's recovery. */
  sealedNotice: string;
  /**
   * The keyed digest of the mail address, which finds the user's other failures; null without an
   * address.
   */
  recipientDigest: string | null;
  /** The time of the last failure, in ms since 1970. */
  at: number;
};

/** The content and recipients of a failed sign-in's notice. */
const Notice = z.strictObject({
  webhook: z.string().nullable(),
  linkToken: z.string().nullable(),
  clientUserId: z.string().nullable(),
  /** The user's address; null if the application gave none. */
  email: z.string().nullable(),
  clientName: z.string(),
  language: z.enum(LANGUAGES),
});
type Notice = z.infer<typeof Notice>;

/**
 * A failed sign-in whose session has not connected, with its client's brand; an empty name means
 * the page's own. `isMailed`: the user was mailed about another failure.
 */
export type OpenFailure = FailedSignIn & {
  isMailed: boolean;
  brand: { name: string; logo: { digest: string; width: number; height: number } | null };
};

/** The jobs that announce an institution's recovery, and the recipients of their mails. */
export type RecoveryNotices = {
  jobs: NewJob[];
  mailed: { clientId: string; recipientDigest: string }[];
};

/** The port for failed sign-ins. */
export type FailedSignInStore = {
  /** Records a failed sign-in, in place of the session's earlier one. */
  put(failure: FailedSignIn): Promise<void>;
  /**
   * Takes an institution's first `limit` failures of a period, each once, and adds the jobs for
   * sessions that have not connected since; returns the number taken. If `tell` mails a user, the
   * user's other failures get `isMailed`.
   */
  take(
    of: { institutionId: string; since: number; until: number; limit: number },
    tell: (failures: readonly OpenFailure[]) => RecoveryNotices,
  ): Promise<number>;
  /** Deletes the failed sign-ins before a moment. */
  purge(before: number): Promise<void>;
};

type FailedSignInDeps = Pick<Runtime, "vault" | "clock"> & {
  store: { linkTokens: Pick<LinkTokenStore, "byDigest">; failedSignIns: FailedSignInStore };
};

/**
 * Records that a session's user could not sign in; no effect without a recipient for the notice.
 */
export const recordFailedSignIn = async (
  services: FailedSignInDeps,
  { linkSessionId, clientId, config, linkTokenDigest, step }: LinkSession,
): Promise<void> => {
  if (!("institutionId" in step)) return;
  const { store, vault, clock } = services;
  const record = linkTokenDigest === null ? null : await store.linkTokens.byDigest(linkTokenDigest);
  const notice: Notice = {
    webhook: config.webhook ?? null,
    linkToken: record && openLinkToken(services, record),
    clientUserId: record?.details.clientUserId ?? null,
    email: config.user?.emailAddress ?? null,
    clientName: config.clientName,
    language: config.language,
  };
  if (notice.webhook === null && notice.email === null) return;
  const { institutionId } = step;
  const sealedNotice = vault.seal(sealPurpose(linkSessionId), JSON.stringify(notice));
  await store.failedSignIns.put({
    linkSessionId,
    clientId,
    institutionId,
    sealedNotice,
    recipientDigest: notice.email && recipientDigest(services, notice.email),
    at: clock(),
  });
};

export const recipientDigest = (services: Pick<Runtime, "vault">, email: string): string =>
  emailDigest(services, email.trim().toLowerCase());

/** Opens the notice of a failed sign-in. */
export const openNotice = (
  { vault }: Pick<Runtime, "vault">,
  { linkSessionId, sealedNotice }: FailedSignIn,
): Notice => Notice.parse(JSON.parse(vault.open(sealPurpose(linkSessionId), sealedNotice)));

const sealPurpose = (linkSessionId: string): string => `failed-sign-in:${linkSessionId}`;
