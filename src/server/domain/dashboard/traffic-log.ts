import { z } from "zod";
import { ERRORS } from "../../../protocol/errors/errors.ts";
import { EXIT_STATUSES } from "../../../protocol/exit-status.ts";
import { MFA_KINDS } from "../../../protocol/link/mfa-kinds.ts";
import { VIEW_NAMES } from "../../../protocol/vocabulary.ts";
import type { ClientStore } from "../clients/client.ts";
import { Fault } from "../fault.ts";
import { hiddenNames, redactBody } from "./redact-body.ts";
import type { LinkEventRecord, LoggedRequest, TrafficBatch } from "./traffic.ts";

/**
 * The maximum numbers logged per second: failed requests, successful requests, and calls of Link.
 */
const MAX_FAILED = 100;
const MAX_SUCCEEDED = 100;
const MAX_CALLS = 5000;

/** The maximum length of a parsed response, in characters. */
const MAX_RESPONSE_LENGTH = 8000;

/** An API request with its response; `response` is the body's text, null for a stream. */
type SeenRequest = Omit<LoggedRequest, "request" | "response" | "errorCode"> & {
  body: unknown;
  response: string | null;
};

/** A request within a Link session. */
type SeenLinkCall = {
  requestId: string;
  linkSessionId: string;
  path: string;
  at: number;
  ms: number;
  status: number;
  body: unknown;
  response: string | null;
};

/**
 * Collects a second's traffic in memory. The collection is bounded: no request waits for the log,
 * and successful requests are sampled above a rate. Bodies are redacted at once. Whole bodies would
 * reach the garbage collector's old generation, which costs more.
 */
export type TrafficLog = {
  /** Calls `describe` for logged requests only. */
  recordRequest(status: number, describe: () => SeenRequest): void;
  recordLinkCall(call: SeenLinkCall): void;
  drain(): TrafficBatch[];
};

/** Removes unknown client_ids from requests, since a caller may have typed a secret there. */
export const withKnownClients = async (
  batches: readonly TrafficBatch[],
  { byClientId }: Pick<ClientStore, "byClientId">,
): Promise<TrafficBatch[]> => {
  const ids = batches.flatMap(({ requests }) => requests.flatMap(({ clientId }) => clientId ?? []));
  // A client that is moving to another cell counts as unknown. The other requests are still logged.
  const find = (id: string) =>
    byClientId(id).catch((failure: unknown) => {
      if (failure instanceof Fault && failure.code === "SERVICE_UNAVAILABLE") return null;
      throw failure;
    });
  const clients = await Promise.all([...new Set(ids)].map(find));
  const known = new Set(clients.map((client) => client?.clientId));
  return batches.map(({ requests, events }) => ({
    events,
    requests: requests.map((request) =>
      known.has(request.clientId ?? "") ? request : { ...request, clientId: null },
    ),
  }));
};

/** A log that is empty. */
export const createTrafficLog = (): TrafficLog => {
  let failures: LoggedRequest[] = [];
  let successes: LoggedRequest[] = [];
  let events: LinkEventRecord[] = [];
  let calls = 0;
  return {
    recordRequest: (status, describe) => {
      const isFailure = status >= 400;
      const list = isFailure ? failures : successes;
      if (list.length < (isFailure ? MAX_FAILED : MAX_SUCCEEDED))
        list.push(redactRequest(describe()));
    },
    recordLinkCall: (call) => {
      if (calls >= MAX_CALLS) return;
      calls += 1;
      events.push(...listEvents(call));
    },
    drain: () => {
      const batch = { requests: [...failures, ...successes], events };
      failures = [];
      successes = [];
      events = [];
      calls = 0;
      return batch.requests.length + batch.events.length > 0 ? [batch] : [];
    },
  };
};

function redactRequest({ body, response, clientId, ...request }: SeenRequest): LoggedRequest {
  const answer = parseJson(response);
  const errorCode = request.status < 400 ? null : toError(answer);
  return {
    ...request,
    clientId: errorCode === "INVALID_API_KEYS" ? null : clientId,
    errorCode,
    request: textOf(body, "sent"),
    // An error may name the fields of the request.
    response: textOf(answer, "answered", errorCode === null ? [] : hiddenNames(body)),
  };
}

const EventsBody = z.object({
  from: z.int().optional(),
  events: z.array(
    z.object({
      event_name: z.string(),
      event_metadata: z.record(z.string(), z.string().nullable()),
    }),
  ),
});

const NO_EVENTS: z.infer<typeof EventsBody> = { events: [] };

const INSTITUTION_ID = /^ins_\d{1,12}$/;

/** The path of the call that chooses an institution. */
const CHOICE = "/bridge/institution/select";

/**
 * Returns the events that Link reported with a call, and the call itself unless it only reports
 * events.
 */
function listEvents(call: SeenLinkCall): LinkEventRecord[] {
  const { linkSessionId, requestId, at, ms } = call;
  const result = EventsBody.safeParse(call.body);
  const { events, from } = result.success && call.status < 400 ? result.data : NO_EVENTS;
  const own: LinkEventRecord = {
    eventId: requestId,
    linkSessionId,
    at,
    source: "server",
    name: call.path.replace("/bridge/", ""),
    detail: call.status < 400 && call.path === CHOICE ? readInstitution(call.body) : null,
    errorCode: call.status < 400 ? null : toError(parseJson(call.response)),
    ms,
  };
  return [
    ...(from === undefined ? [own] : []),
    ...events.map(({ event_name, event_metadata }, index): LinkEventRecord => {
      const { timestamp, view_name, institution_id, mfa_type, exit_status } = event_metadata;
      const time = Date.parse(timestamp ?? "");
      const words = [view_name, institution_id, mfa_type, exit_status].filter(isEventWord);
      return {
        // The id makes repeated reports idempotent. A reopened session counts again.
        eventId: `${linkSessionId}:${String((from ?? 0) + index).padStart(3, "0")}:${time}`,
        linkSessionId,
        at: Number.isNaN(time) ? at : time,
        source: "link",
        name: event_name,
        detail: words.join(" ") || null,
        errorCode: toCode(event_metadata.error_code),
        ms: null,
      };
    }),
  ];
}

/** The allowed words in the fields of an event, since a page may send anything. */
const EVENT_WORDS: ReadonlySet<string> = new Set([
  ...VIEW_NAMES,
  ...Object.keys(MFA_KINDS),
  ...EXIT_STATUSES,
]);

const isEventWord = (text: string | null | undefined): text is string =>
  text != null && (EVENT_WORDS.has(text) || INSTITUTION_ID.test(text));

const toCode = (text: string | null | undefined): string | null =>
  text != null && Object.hasOwn(ERRORS, text) ? text : null;

const readInstitution = (body: unknown): string | null => {
  const result = z.object({ institution_id: z.string().regex(INSTITUTION_ID) }).safeParse(body);
  return result.success ? result.data.institution_id : null;
};

function parseJson(text: string | null): unknown {
  if (text === null || text.length > MAX_RESPONSE_LENGTH) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const toError = (answer: unknown): string | null => {
  const result = z.object({ error_code: z.string() }).safeParse(answer);
  return result.success ? result.data.error_code : null;
};

const textOf = (body: unknown, ...rules: RedactionRules): string | null =>
  body === undefined ? null : JSON.stringify(redactBody(body, ...rules));

type RedactionRules = [Parameters<typeof redactBody>[1], Parameters<typeof redactBody>[2]?];
