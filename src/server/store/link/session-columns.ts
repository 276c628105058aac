import { z } from "zod";
import { SessionConfig } from "../../../protocol/link/config.ts";
import { AttemptGuard } from "../../domain/link/attempt-guard.ts";
import { type LinkSession, SessionConsent } from "../../domain/link/link-session.ts";
import { SessionResult } from "../../domain/link/session-result.ts";
import { SessionStep } from "../../domain/link/session-step.ts";
import { openText, sealText } from "../column-cipher.ts";
import { jsonColumn } from "../json-column.ts";
import type { Queryable, Tables } from "../tables.ts";

const config = jsonColumn(SessionConfig.required({ accountSelection: true }));
const guard = jsonColumn(AttemptGuard);
const consent = jsonColumn(SessionConsent.nullable());

/** The purpose for which a configuration is sealed, since it may name the user; the session's id may change. */
export const sessionConfigPlace = (clientId: string): string => `link_session.config:${clientId}`;

/** The JSON columns of a session. */
export const column = {
  config,
  guard,
  consent,
  step: jsonColumn(SessionStep),
  results: jsonColumn(z.array(SessionResult)),
};

/** A session as a row, without its submission. */
export const sessionRow = (
  db: Queryable,
  session: LinkSession,
): Omit<Tables["link_session"], SubmissionColumn> => ({
  link_session_id: session.linkSessionId,
  token_digest: session.tokenDigest,
  client_id: session.clientId,
  origin: session.origin,
  config: sealText(db, sessionConfigPlace(session.clientId), config.write(session.config)),
  link_token_digest: session.linkTokenDigest,
  public_token_digest: session.publicTokenDigest,
  resume_digest: session.resumeDigest,
  update_item_id: session.updateItemId,
  consent: consent.write(session.consent),
  guard: guard.write(session.guard),
  step: column.step.write(session.step),
  results: column.results.write(session.results),
  revision: session.revision,
  created_at: session.createdAt,
  expires_at: session.expiresAt,
});

/** The columns of a session without a submission. */
export const NO_SUBMISSION: Pick<Tables["link_session"], SubmissionColumn> = {
  submission: null,
  submission_until: null,
  submission_answer: null,
};

type SubmissionColumn = "submission" | "submission_until" | "submission_answer";

/** The columns that `sessionOfRow` needs. */
export const SESSION_COLUMNS = [
  "link_session_id as linkSessionId",
  "token_digest as tokenDigest",
  "client_id as clientId",
  "origin",
  "config",
  "link_token_digest as linkTokenDigest",
  "public_token_digest as publicTokenDigest",
  "resume_digest as resumeDigest",
  "update_item_id as updateItemId",
  "consent",
  "guard",
  "step",
  "results",
  "revision",
  "created_at as createdAt",
  "expires_at as expiresAt",
] as const;

type JsonColumn = "config" | "consent" | "guard" | "step" | "results";
export type SessionRow = Omit<LinkSession, JsonColumn> & { [C in JsonColumn]: string | null };

/** The session of a row. */
export const sessionOfRow = (db: Queryable, row: SessionRow): LinkSession => ({
  ...row,
  config: config.read(openText(db, sessionConfigPlace(row.clientId), row.config ?? "")),
  consent: consent.read(row.consent ?? "null"),
  guard: guard.read(row.guard ?? ""),
  step: column.step.read(row.step ?? ""),
  results: column.results.read(row.results ?? "[]"),
});
