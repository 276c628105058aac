import { FORM_WORDS } from "../../../i18n/forms.ts";
import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import type { Challenge } from "../../../protocol/link/login-form.ts";
import { DEFAULT_LANGUAGE, type Language } from "../../../protocol/vocabulary.ts";
import { Fault } from "../../domain/fault.ts";
import type { AuthorisationTable } from "./authorisation-table.ts";
import { type ClientResponse, openClientCalls } from "./client-calls.ts";
import {
  readAuthorisationState,
  shortText,
  startAuthorisation,
  tableOf,
} from "./consent-authorisation.ts";
import {
  type ConsentProgress,
  consentGrant,
  readProgress,
  textAt,
  writeProgress,
} from "./consent-progress.ts";
import type { RequestedConsent } from "./consent-request.ts";
import { fillPath, meaningOf, refusalCodeIn, valueAt } from "./dialect.ts";
import type { Grant } from "./grant.ts";
import type { IssuerClient } from "./issuer-client.ts";

/** The user's password at the institution, which is sent to it once and not kept. */
export const PASSWORD_FIELD = "password";

/** The next step of a user who authorizes a consent by a form: a question, the grant, or a refusal with the grant to end. */
export type FormStep =
  | {
      at: "challenge";
      challenge: Challenge;
      progress: string;
      credentials?: Record<string, string>;
    }
  | { at: "granted"; grant: Grant; isNew: boolean }
  | { at: "refused"; refusal: Fault; grant: Grant; isNew: boolean };

type Options = { id: string; language?: Language | undefined };
type Place = "password" | "method" | "code";

/**
 * Sends a user's password to the bank, once, and leaves it out of the credentials to store. Throws INVALID_CREDENTIALS if
 * it is refused before an authorization starts.
 */
export const startByForm = async (
  client: IssuerClient,
  consent: RequestedConsent,
  { credentials, ...options }: Options & { credentials: Readonly<Record<string, string>> },
): Promise<FormStep> => {
  const { [PASSWORD_FIELD]: password = "", ...kept } = credentials;
  const form = formOf(client);
  const body = form.password(password);
  const isSentAtStart = textAt(consent.response?.body, form.startsWithPassword) !== null;
  const started = await startAuthorisation(client, consent, isSentAtStart ? body : {});
  const { authorisationId, response } = started;
  if (authorisationId === null)
    throw new Fault("UNSUPPORTED_RESPONSE", {
      cause: new Error("the bank has no authorizations: its users authorize by another approach"),
    });
  const progress = writeProgress(client, consent, { redirectUri: null, authorisationId });
  const call = { progress: readProgress(client, progress), ...options };
  const isSent = isSentAtStart && response !== undefined && response !== consent.response;
  const after = isSent ? response : await send(client, call, body);
  const step = await nextStep(client, call, "password", after);
  return step.at === "challenge" ? { ...step, credentials: kept } : step;
};

/** Sends the user's choice of a method, or their code. Throws INVALID_MFA for an answer that may be given again. */
export const answerForm = async (
  client: IssuerClient,
  progressText: string,
  [answer = ""]: readonly string[],
  options: Options,
): Promise<FormStep> => {
  const form = formOf(client);
  const call = { progress: readProgress(client, progressText), ...options };
  const { methods } = call.progress;
  if (methods === null)
    return nextStep(client, call, "code", await send(client, call, form.answer(answer)));
  const method = methods.find(({ name }) => name === answer);
  if (!method) throw new Fault("INVALID_MFA");
  return nextStep(client, call, "method", await send(client, call, form.method(method.id)));
};

type Call = Options & { progress: ConsentProgress };

/** Sends a step of an authorization. */
async function send(
  client: IssuerClient,
  { progress }: Call,
  body: object,
): Promise<ClientResponse> {
  const { consentId, authorisationId } = progress;
  const call = await openClientCalls(client, client.dialect.consent.request?.scope ?? null);
  const values = { consentId, authorisationId: authorisationId ?? "" };
  return call("PUT", fillPath(tableOf(client).path, values), { body });
}

async function nextStep(
  client: IssuerClient,
  call: Call,
  place: Place,
  { status, body }: ClientResponse,
): Promise<FormStep> {
  const { dialect } = client;
  const end = { grant: consentGrant(client, call.progress, call.id), isNew: call.progress.isNew };
  const refuse = (code: ErrorCode, why = ""): FormStep => {
    const cause = why === "" ? {} : { cause: new Error(why) };
    return { at: "refused", refusal: new Fault(code, cause), ...end };
  };
  const refusalCode = refusalCodeIn(dialect, body);
  const meaning = meaningOf(dialect, status, refusalCode);
  if (meaning === "credentials refused" && place === "code") {
    const { consentId, authorisationId } = call.progress;
    const after = await readAuthorisationState(client, consentId, authorisationId);
    // After a few wrong codes a bank ends the authorization: no further one could be right.
    if (after === "refused" || after === "over") return refuse("INSUFFICIENT_CREDENTIALS");
    throw new Fault("INVALID_MFA");
  }
  if (meaning === "credentials refused") return refuse("INVALID_CREDENTIALS");
  if (meaning === "sign in again") return refuse("USER_INPUT_TIMEOUT");
  if (status >= 300)
    return refuse(
      "UNSUPPORTED_RESPONSE",
      `the bank responds ${status} ${refusalCode ?? ""} to the ${place} of its user`,
    );
  const table = tableOf(client);
  const state = new Map(Object.entries(table.states)).get(String(valueAt(body, table.status)));
  if (state === "refused")
    return refuse(place === "code" ? "INSUFFICIENT_CREDENTIALS" : "INVALID_CREDENTIALS");
  // After the code the status of the consent decides, which a bank may change a little later.
  if (state === "authorized" || place === "code") return { at: "granted", ...end };
  const { listed, usable, isChosen } = methodsIn(client, body);
  const [first] = usable;
  if (place === "method" || isChosen || listed === 0) return codeChallenge(client, call, body);
  if (first === undefined)
    return refuse("MFA_NOT_SUPPORTED", "the bank offers no method but approval in its app");
  if (usable.length === 1) {
    const chosen = await send(client, call, formOf(client).method(first.id));
    return nextStep(client, call, "method", chosen);
  }
  const { method: question } = FORM_WORDS[call.language ?? DEFAULT_LANGUAGE].confirmation;
  return {
    at: "challenge",
    challenge: { type: "selections", questions: [{ question, options: usable.map(nameOf) }] },
    progress: JSON.stringify({ ...call.progress, methods: usable } satisfies ConsentProgress),
  };
}

/** The field of a code, below the bank's words and its picture. */
function codeChallenge(client: IssuerClient, { progress }: Call, body: unknown): FormStep {
  const form = formOf(client);
  const words = form.words.map((places) => textAt(body, places) ?? "").join(" ");
  const hint = shortText(words, MAX_HINT);
  const picture = pictureIn(valueAt(body, form.picture));
  return {
    at: "challenge",
    challenge: {
      ...{ type: "code", sent_to: null },
      ...(hint !== null && { hint }),
      ...(picture !== null && { picture }),
    },
    progress: JSON.stringify({ ...progress, methods: null } satisfies ConsentProgress),
  };
}

const MAX_HINT = 400;
const MAX_METHODS = 20;
const MAX_PICTURE = 200_000;

/** The kinds of picture, by the first bytes in base64. */
const PICTURES = { iVBORw0KGgo: "png", "/9j/": "jpeg", R0lGOD: "gif" };

/** A picture as a data: URL; null for none, and for one of another kind or too large. */
const pictureIn = (value: unknown): string | null => {
  const text = typeof value === "string" ? value.replace(/^data:[^,]*,|\s+/g, "") : "";
  const [, kind] = Object.entries(PICTURES).find(([start]) => text.startsWith(start)) ?? [];
  if (kind === undefined || text.length > MAX_PICTURE) return null;
  return /^[A-Za-z\d+/]+={0,2}$/.test(text) ? `data:image/${kind};base64,${text}` : null;
};

type Method = { id: string; name: string };

const nameOf = ({ name }: Method): string => name;

/** The methods that a bank lists, and those of them with a code, each under a name of its own. */
function methodsIn(
  client: IssuerClient,
  body: unknown,
): { listed: number; usable: Method[]; isChosen: boolean } {
  const { methods } = formOf(client);
  const list = valueAt(body, methods.list);
  const all = Array.isArray(list) ? list.slice(0, MAX_METHODS) : [];
  const names = new Set<string>();
  const usable = all.flatMap((each): Method[] => {
    const id = textAt(each, [methods.id]);
    const type = textAt(each, [methods.type]) ?? "";
    if (id === null || methods.inApp.includes(type)) return [];
    const name = shortText(textAt(each, methods.names), 100) ?? id;
    const unique = names.has(name) ? `${name} (${names.size + 1})` : name;
    names.add(unique);
    return [{ id, name: unique }];
  });
  const isChosen = typeof valueAt(body, methods.chosen) === "object";
  return { listed: all.length, usable, isChosen };
}

function formOf(client: IssuerClient): NonNullable<AuthorisationTable["form"]> {
  const form = client.dialect.consent.request?.authorisation?.form;
  if (!form) throw new Fault("INVALID_MFA");
  return form;
}
