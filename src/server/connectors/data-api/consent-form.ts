import { FORM_WORDS } from "../../../i18n/forms.ts";
import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import type { Challenge } from "../../../protocol/link/login-form.ts";
import { DEFAULT_LANGUAGE, type Language } from "../../../protocol/vocabulary.ts";
import type { ApprovalStep } from "../../domain/connectors/login-step.ts";
import { Fault } from "../../domain/fault.ts";
import type { AuthorisationTable } from "./authorisation-table.ts";
import { type ClientResponse, openClientCalls } from "./client-calls.ts";
import {
  approvalOf,
  readAuthorisationState,
  requireTable,
  shortText,
  startAuthorisation,
} from "./consent-authorisation.ts";
import {
  type ConsentProgress,
  consentGrant,
  readProgress,
  textAt,
  writeProgress,
} from "./consent-progress.ts";
import type { RequestedConsent } from "./consent-request.ts";
import { fillPath, findMeaning, findState, refusalCodeIn, valueAt } from "./dialect.ts";
import type { Grant } from "./grant.ts";
import type { IssuerClient } from "./issuer-client.ts";

/** The user's password at the institution, which is sent once and never stored. */
export const PASSWORD_FIELD = "password";

/**
 * The next step of a consent by form: a question, an approval in the bank's app, the grant, or a
 * refusal with the grant to end.
 */
export type FormStep =
  | ApprovalStep
  | {
      at: "challenge";
      challenge: Challenge;
      progress: string;
      credentials?: Record<string, string>;
    }
  | { at: "granted"; grant: Grant; isNew: boolean }
  | { at: "refused"; refusal: Fault; grant: Grant; isNew: boolean };

type Options = { id: string; language?: Language | undefined };
/** The step behind the bank's response. A method in the app is chosen like any other. */
type Place = "password" | "method" | "app" | "code";

/**
 * Sends a user's password to the bank once, and removes it from the stored credentials. Throws
 * INVALID_CREDENTIALS for a refusal before an authorization starts.
 */
export const startByForm = async (
  client: IssuerClient,
  consent: RequestedConsent,
  { credentials, ...options }: Options & { credentials: Readonly<Record<string, string>> },
): Promise<FormStep> => {
  const { [PASSWORD_FIELD]: password = "", ...kept } = credentials;
  const form = toForm(client);
  const body = form.password(password);
  const isSentAtStart =
    consent.grant === null && textAt(consent.response?.body, form.startsWithPassword) !== null;
  const started = await startAuthorisation(client, consent, isSentAtStart ? body : {});
  const { authorisationId, response } = started;
  if (authorisationId === null)
    throw new Fault("UNSUPPORTED_RESPONSE", {
      cause: new Error("the bank has no authorizations: its users authorize by another approach"),
    });
  const progress = writeProgress(client, consent, { redirectUri: null, authorisationId });
  const call = { progress: readProgress(client, progress), ...options };
  // A user who has already signed in is not asked for a password.
  const isAsked = consent.grant === null;
  const isSent = isSentAtStart && response !== consent.response;
  const after = response && (isSent || !isAsked) ? response : await send(client, call, body);
  const step = await nextStep(client, call, "password", after);
  return "progress" in step ? { ...step, credentials: kept } : step;
};

/**
 * Sends the user's chosen method, or their code. Throws INVALID_MFA for an answer that can be
 * repeated.
 */
export const answerForm = async (
  client: IssuerClient,
  progressText: string,
  [answer = ""]: readonly string[],
  options: Options,
): Promise<FormStep> => {
  const form = toForm(client);
  const call = { progress: readProgress(client, progressText), ...options };
  const { methods } = call.progress;
  if (methods === null)
    return nextStep(client, call, "code", await send(client, call, form.answer(answer)));
  const method = methods.find(({ name }) => name === answer);
  if (!method) throw new Fault("INVALID_MFA");
  const place = method.inApp ? "app" : "method";
  return nextStep(client, call, place, await send(client, call, form.method(method.id)));
};

type Call = Options & { progress: ConsentProgress };

/** Sends a step of an authorization. */
async function send(
  client: IssuerClient,
  { progress }: Call,
  body: object,
): Promise<ClientResponse> {
  const { consentId, authorisationId } = progress;
  const call = await openClientCalls(client, progress.grant);
  const values = { consentId, authorisationId: authorisationId ?? "" };
  return call("PUT", fillPath(requireTable(client).path, values), { body });
}

async function nextStep(
  client: IssuerClient,
  call: Call,
  place: Place,
  { status, body, headers }: ClientResponse,
): Promise<FormStep> {
  const { dialect } = client;
  const end = { grant: consentGrant(client, call.progress, call.id), isNew: call.progress.isNew };
  const refuse = (code: ErrorCode, why = ""): FormStep => {
    const cause = why === "" ? {} : { cause: new Error(why) };
    return { at: "refused", refusal: new Fault(code, cause), ...end };
  };
  const refusalCode = refusalCodeIn(dialect, body);
  const meaning = findMeaning(dialect, status, refusalCode);
  if (meaning === "credentials refused" && place === "code") {
    const after = await readAuthorisationState(client, call.progress);
    // After a few wrong codes a bank ends the authorization, so no further code could be right.
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
  const table = requireTable(client);
  const state = findState(table.states, String(valueAt(body, table.status)));
  if (state === "refused")
    return refuse(place === "code" ? "INSUFFICIENT_CREDENTIALS" : "INVALID_CREDENTIALS");
  // After the code, the consent's status decides. A bank may update the status a little later.
  if (state === "authorized" || place === "code") return { at: "granted", ...end };
  const { methods, isChosen, isChosenInApp } = methodsIn(client, body);
  if (place === "app" || isChosenInApp || hasMovedToApp(client, headers)) {
    const progress = JSON.stringify({ ...call.progress, methods: null } satisfies ConsentProgress);
    return { at: "approval", ...approvalOf(client, body), progress };
  }
  const [first] = methods;
  if (place === "method" || isChosen || first === undefined)
    return codeChallenge(client, call, body);
  if (methods.length === 1) {
    const chosen = await send(client, call, toForm(client).method(first.id));
    return nextStep(client, call, first.inApp ? "app" : "method", chosen);
  }
  const { method: question } = FORM_WORDS[call.language ?? DEFAULT_LANGUAGE].confirmation;
  return {
    at: "challenge",
    challenge: { type: "selections", questions: [{ question, options: methods.map(toName) }] },
    progress: JSON.stringify({ ...call.progress, methods } satisfies ConsentProgress),
  };
}

/** The field of a code, below the bank's words and its picture. */
function codeChallenge(client: IssuerClient, { progress }: Call, body: unknown): FormStep {
  const form = toForm(client);
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

/** A picture as a data: URL; null for none, for another type, or for a too large one. */
const pictureIn = (value: unknown): string | null => {
  const text = typeof value === "string" ? value.replace(/^data:[^,]*,|\s+/g, "") : "";
  const [, kind] = Object.entries(PICTURES).find(([start]) => text.startsWith(start)) ?? [];
  if (kind === undefined || text.length > MAX_PICTURE) return null;
  return /^[A-Za-z\d+/]+={0,2}$/.test(text) ? `data:image/${kind};base64,${text}` : null;
};

type Method = NonNullable<ConsentProgress["methods"]>[number];

const toName = ({ name }: Method): string => name;

/** The bank's methods under unique names, and whether the bank has chosen one itself. */
function methodsIn(
  client: IssuerClient,
  body: unknown,
): { methods: Method[]; isChosen: boolean; isChosenInApp: boolean } {
  const { methods: table } = toForm(client);
  const list = valueAt(body, table.list);
  const all = Array.isArray(list) ? list.slice(0, MAX_METHODS) : [];
  const names = new Set<string>();
  const isInApp = (method: unknown) => table.inApp.includes(textAt(method, [table.type]) ?? "");
  const methods = all.flatMap((each): Method[] => {
    const id = textAt(each, [table.id]);
    if (id === null) return [];
    const name = shortText(textAt(each, table.names), 100) ?? id;
    const unique = names.has(name) ? `${name} (${names.size + 1})` : name;
    names.add(unique);
    return [{ id, name: unique, inApp: isInApp(each) }];
  });
  const chosen = valueAt(body, table.chosen);
  const isChosen = typeof chosen === "object" && chosen !== null;
  return { methods, isChosen, isChosenInApp: isChosen && isInApp(chosen) };
}

/** Whether the bank reports that its user continues in the app, whatever the method's name. */
function hasMovedToApp({ dialect }: IssuerClient, headers: Headers): boolean {
  const { header = "", words = {} } = dialect.consent.request?.chosen ?? {};
  return words.decoupled !== undefined && headers.get(header)?.toUpperCase() === words.decoupled;
}

function toForm(client: IssuerClient): NonNullable<AuthorisationTable["form"]> {
  const form = client.dialect.consent.request?.authorisation?.form;
  if (!form) throw new Fault("INVALID_MFA");
  return form;
}
