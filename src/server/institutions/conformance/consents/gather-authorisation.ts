import type { AuthorisationTable } from "../../../connectors/data-api/authorisation-table.ts";
import { authorisationIdIn } from "../../../connectors/data-api/consent-authorisation.ts";
import { textAt } from "../../../connectors/data-api/consent-progress.ts";
import { fillPath, valueAt } from "../../../connectors/data-api/dialect.ts";
import type { Observations } from "../check.ts";
import type { CheckUser, Token } from "../check-session.ts";
import { type ConsentSession, exchange } from "./exchange.ts";
import { gatherRead } from "./gather-read.ts";
import { type MadeConsent, readRecord, startHeaders } from "./make-consent.ts";
import type { AuthorisationReplies, ConsentObservations, Exchange } from "./observations.ts";

/** The pause between two polls of an authorization. */
const POLL_MS = 2000;

type Form = NonNullable<AuthorisationTable["form"]>;
type Put = (step: AuthorisationReplies["steps"][number]["step"], body: object) => Promise<Exchange>;

/**
 * Lets a user authorize a consent in the institution's app, or by password and code, and reads the
 * data: with an earlier sign-in's token, which makes the password unnecessary, or without a token.
 */
export const gatherAuthorisation = async (
  { session, clientToken: token, body, state }: MadeConsent,
  observations: Observations,
  consent: ConsentObservations,
): Promise<ConsentSession> => {
  const { user, dialect } = session;
  const table = dialect.consent.request?.authorisation;
  const { consentId } = consent;
  if (!user || !table || consentId === null || session.signIns === 0) return session;
  await session.enter("sign-in", observations);
  const replies: AuthorisationReplies = { started: null, steps: [], chosen: null, last: null };
  consent.authorisation = replies;
  let id = authorisationIdIn(table, body);
  if (id === null) {
    replies.started = await exchange(session, {
      ...{ method: "POST", path: fillPath(table.start, { consentId }), body: {}, token },
      headers: startHeaders(session, state),
    });
    id = authorisationIdIn(table, replies.started.body);
  }
  if (id === null) return session;
  const path = fillPath(table.path, { consentId, authorisationId: id });
  const put: Put = async (step, content) => {
    const reply = await exchange(session, { method: "PUT", path, body: content, token });
    replies.steps.push({ step, reply });
    return reply;
  };
  const words =
    table.form && session.approach === "embedded"
      ? await fillForm(table.form, user, replies, {
          put,
          before: token === null ? null : (replies.started?.body ?? body),
        })
      : (replies.started?.body ?? body);
  if (words !== undefined) {
    user.tell(approvalText(table, words));
    replies.last = await pollUntilDone(session, user, table, { path, token });
  } else replies.last = await exchange(session, { path, token });
  if (valueAt(replies.last.body, table.status) === undefined) return session;
  consent.authorized = await readRecord(session, consentId, token);
  return gatherRead(session, observations, consent, token);
};

/**
 * Submits a form's steps, without the password step for a user who signed in `before`. Returns the
 * response that leads to the institution's app, or undefined.
 */
async function fillForm(
  form: Form,
  user: CheckUser,
  replies: AuthorisationReplies,
  { put, before }: { put: Put; before: unknown },
): Promise<unknown> {
  let body = before ?? (await put("password", form.password(user.password ?? ""))).body;
  const list = valueAt(body, form.methods.list);
  const methods = Array.isArray(list) ? list : [];
  replies.chosen = valueAt(body, form.methods.chosen) ?? methods[0] ?? null;
  if (methods.length > 0) {
    const names = methods.map((each) => textAt(each, form.methods.names) ?? "without a name");
    const options = names.map((name, at) => `  ${at + 1}  ${name}`).join("\n");
    const answer =
      methods.length === 1 ? "1" : await user.ask(`Which method?\n${options}\nNumber: `);
    replies.chosen = methods[Number(answer) - 1] ?? null;
    const id = textAt(replies.chosen, [form.methods.id]);
    if (id === null) return undefined;
    const reply = await put("method", form.method(id));
    if (reply.failure !== null) return undefined;
    body = reply.body;
  } else if (replies.steps.at(-1)?.reply.failure) return undefined;
  const type = textAt(replies.chosen, [form.methods.type]) ?? "";
  if (form.methods.inApp.includes(type)) return body;
  const words = form.words.map((places) => textAt(body, places) ?? "").join(" ");
  const code = await user.ask(`${words.trim()}\nCode: `);
  if (code !== null) await put("code", form.answer(code));
  return undefined;
}

const approvalText = (table: AuthorisationTable, body: unknown): string => {
  const [message, code] = [textAt(body, [table.message]), textAt(body, table.code)];
  return [
    "Approve in the bank's app, please.",
    ...(message === null ? [] : [`The bank says: ${message}`]),
    ...(code === null ? [] : [`Its code: ${code}`]),
  ].join("\n");
};

/** Polls an authorization until its end, or the end of the user's time. */
async function pollUntilDone(
  session: ConsentSession,
  { pause, waitMs }: CheckUser,
  { status, states }: AuthorisationTable,
  record: { path: string; token: Token | null },
): Promise<Exchange> {
  for (let waited = 0; ; waited += POLL_MS) {
    const reply = await exchange(session, record);
    const word = valueAt(reply.body, status);
    const isOver = typeof word !== "string" || Object.hasOwn(states, word);
    if (isOver || waited >= waitMs) return reply;
    await pause(POLL_MS);
  }
}
