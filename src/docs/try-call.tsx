import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { TriedCall } from "../protocol/dashboard/dashboard.ts";
import { CallCode } from "./call-code.tsx";
import type { ApiDocument, Operation } from "./document.ts";
import { withOwnValues } from "./own-values.ts";
import type { Caller, TryState } from "./try-state.ts";
import { postJson } from "./try-state.ts";

type Props = { path: string; operation: Operation; document: ApiDocument; state: TryState };

type Result =
  | { at: "nothing" | "way" }
  | { at: "words"; text: string }
  | { at: "answer"; status: number; ms: number; body: string };

/** The notes for bodies from another source than the example. */
const NOTES = {
  logged: "The body of the request in the log. Write what it has as “…”.",
  own: "The token and the ids are those of your newest Item in the sandbox.",
};

/** A form that calls a path, with the Dashboard's session or with pasted keys. */
export const TryCall = ({ path, operation, document, state }: Props) => {
  const example = operation.requestBody.content["application/json"]?.example ?? {};
  const body = useSignal(JSON.stringify(example, null, 2));
  const result = useSignal<Result>({ at: "nothing" });
  const note = useSignal<keyof typeof NOTES | null>(null);
  const caller = state.caller.value;
  const clientId = caller.kind === "session" ? caller.clientId : null;
  // The last generated body. A body that the user typed stays.
  const made = useRef(body.peek());
  useEffect(() => {
    void state.identify();
    void state.loggedBody(path).then((logged) => {
      if (logged === null) return;
      body.value = logged;
      note.value = "logged";
    });
  }, [state]);
  useEffect(() => {
    if (clientId === null) return;
    void state.ownValues().then((values) => {
      if (body.peek() !== made.current) return;
      const own = values === null ? example : withOwnValues(example, values);
      body.value = JSON.stringify(own, null, 2);
      note.value = body.value === JSON.stringify(example, null, 2) ? null : "own";
      made.current = body.value;
    });
  }, [state, clientId]);
  const id = operation.operationId;
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (result.value.at === "way" || caller.kind === "unknown") return;
    const fields = parseObject(body.value);
    if (!fields) {
      result.value = { at: "words", text: "The body is not a JSON object yet." };
      return;
    }
    result.value = { at: "way" };
    result.value = await call(caller, path, fields, document);
  };
  return (
    <form class="try" aria-label={`Try ${path}`} onSubmit={send}>
      <CallerFields {...{ state, id }} isOpen={operation.security !== undefined} />
      <label for={`${id}-body`}>Body</label>
      <textarea
        id={`${id}-body`}
        rows={Math.min(18, body.value.split("\n").length + 1)}
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        value={body}
        onInput={({ currentTarget }) => {
          body.value = currentTarget.value;
        }}
      />
      {note.value !== null && <p class="quiet">{NOTES[note.value]}</p>}
      <button type="submit" class="button" aria-disabled={result.value.at === "way"}>
        {result.value.at === "way" ? "Sending…" : "Send"}
      </button>
      <Outcome result={result.value} />
      <CallCode call={toCall(path, parseObject(body.value) ?? example, document)} />
    </form>
  );
};

const Outcome = ({ result }: { result: Result }) => (
  <div role="status">
    {result.at === "words" && <p class="refusal">{result.text}</p>}
    {result.at === "answer" && (
      <>
        <p class={result.status < 300 ? "success" : "refusal"}>
          <strong>{result.status}</strong> in {result.ms} ms
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is a tab stop */}
        <pre tabIndex={0}>{result.body}</pre>
      </>
    )}
  </div>
);

/** Parses a typed body; null if it is not a JSON object. */
function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

const NO_ANSWER: Result = { at: "words", text: "The server did not respond. Try again." };

/**
 * Calls a path in the document's version: with the session, which needs no secret, or with keys.
 */
async function call(
  caller: Exclude<Caller, { kind: "unknown" }>,
  path: string,
  body: object,
  { info, components }: ApiDocument,
): Promise<Result> {
  const { version } = info;
  if (caller.kind === "session") {
    const about = caller.isOperator ? { client_id: caller.clientId } : {};
    const fields = { ...about, path, version, body };
    const answer = await postJson<TriedCall & { display_message?: string; error_message?: string }>(
      "/dashboard/api/try",
      fields,
    );
    if (!answer) return NO_ANSWER;
    const { json } = answer;
    if (!answer.ok)
      return {
        at: "words",
        text:
          json?.display_message ?? json?.error_message ?? `The server responded ${answer.status}.`,
      };
    return { at: "answer", status: json.status, ms: answer.ms, body: pretty(json) };
  }
  const { clientId, secret } = components.securitySchemes;
  const answer = await postJson<unknown>(path, body, {
    [components.parameters.version.name]: version,
    ...(caller.clientId && { [clientId.name]: caller.clientId }),
    ...(caller.secret && { [secret.name]: caller.secret }),
  });
  if (!answer) return NO_ANSWER;
  const { status, ms, json } = answer;
  return {
    at: "answer",
    status,
    ms,
    body: json === null ? NO_TEXT : JSON.stringify(json, null, 2),
  };
}

const NO_TEXT = "A file, which is not shown here.";

/** Formats the response's JSON; other text stays as received. */
function pretty({ body, content_type }: TriedCall): string {
  if (body === null)
    return content_type.startsWith("application/json") ? "Too long to be shown here." : NO_TEXT;
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** Returns the call to show as code; the example replaces a typed body that is not JSON. */
const toCall = (path: string, body: object, { info, components }: ApiDocument) => {
  const { clientId, secret } = components.securitySchemes;
  return {
    ...{ origin: location.origin, path, body, version: info.version },
    headers: {
      version: components.parameters.version.name,
      clientId: clientId.name,
      secret: secret.name,
    },
  };
};

/**
 * The fields for the caller: the session's client, one of the operator's clients, or a client with
 * its keys.
 */
const CallerFields = ({
  state: { caller },
  id,
  isOpen,
}: {
  state: TryState;
  id: string;
  isOpen: boolean;
}) => {
  const who = caller.value;
  if (who.kind === "unknown") return <p class="quiet">One moment…</p>;
  if (who.kind === "session")
    return (
      <>
        {who.clients.length > 1 ? (
          <>
            <label for={`${id}-client`}>Call as</label>
            <select
              id={`${id}-client`}
              value={who.clientId}
              onChange={({ currentTarget }) => {
                caller.value = { ...who, clientId: currentTarget.value };
              }}
            >
              {who.clients.map(({ client_id, name }) => (
                <option value={client_id}>{name ? `${name} (${client_id})` : client_id}</option>
              ))}
            </select>
          </>
        ) : (
          <p>
            Called as <strong>{who.clients[0]?.name || who.clientId}</strong>, by your session of
            the <a href="/dashboard">Dashboard</a>.
          </p>
        )}
        {who.environment !== "sandbox" && (
          <p class="caution">This is {who.environment}: calls are real, and may be billed.</p>
        )}
      </>
    );
  const set = (name: "clientId" | "secret") => (event: { currentTarget: HTMLInputElement }) => {
    caller.value = { ...who, [name]: event.currentTarget.value.trim() };
  };
  return (
    <>
      <p>
        <a href="/dashboard">Sign in to the Dashboard</a> and come back, or paste keys, which this
        page forgets when it is left.{isOpen && " This path may be called without."}
      </p>
      <div class="keys">
        <p>
          <label for={`${id}-client-id`}>client_id</label>
          <input
            id={`${id}-client-id`}
            autocomplete="off"
            spellcheck={false}
            value={who.clientId}
            onInput={set("clientId")}
          />
        </p>
        <p>
          <label for={`${id}-secret`}>secret</label>
          <input
            id={`${id}-secret`}
            type="password"
            autocomplete="off"
            value={who.secret}
            onInput={set("secret")}
          />
        </p>
      </div>
    </>
  );
};
