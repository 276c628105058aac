import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Controller } from "../session/controller.ts";
import { errorText, NO_ANSWER } from "../session/messages.ts";
import type { Failure, Outcome } from "../session/request.ts";

/** The state of a query: nothing yet, an answer, or a failure. */
export type Query<Answer> = {
  answer: Answer | null;
  /** The reason why there is no newer response. */
  failure: string | null;
  /** Whether the same request may succeed later. */
  canRetry: boolean;
  isLoading: boolean;
  reload(): void;
  /** Whether it is polled, with a function that pauses or resumes that; null if it is not polled. */
  live: { isPaused: boolean; toggle(): void } | null;
  /** Makes the same request with some fields changed, without showing its answer. */
  ask(changes: object): Promise<Outcome<Answer>>;
};

/**
 * Queries the server, again when the request changes, when the network returns, and each `everyMs` while the page is
 * visible. Without a response it asks again after `RETRY_MS`. Keeps the last answer until the next one.
 */
export function useQuery<Answer>(
  controller: Controller,
  path: string,
  body: object,
  everyMs?: number,
): Query<Answer> {
  const [state, setState] = useState<Omit<Query<Answer>, "reload" | "ask" | "live">>({
    answer: null,
    failure: null,
    canRetry: false,
    isLoading: true,
  });
  const key = JSON.stringify([path, body]);
  const current = useRef("");
  const lastLoad = useRef({ begun: 0, shown: 0 });
  const load = useCallback(async () => {
    // The request has changed, or the page was left.
    if (current.current !== key) return;
    const number = ++lastLoad.current.begun;
    setState((previous) => ({ ...previous, isLoading: true }));
    const outcome = await controller.call<Answer>(path, body);
    // The request has changed, or a newer answer has come.
    if (current.current !== key || number < lastLoad.current.shown) return;
    lastLoad.current.shown = number;
    setState((previous) =>
      outcome.kind === "success"
        ? { answer: outcome.answer, failure: null, canRetry: false, isLoading: false }
        : {
            ...previous,
            failure: readFailureText(outcome),
            canRetry: canRetry(outcome),
            isLoading: false,
          },
    );
  }, [key]);
  // Before the page is painted, so that an answer that is there already is painted with it.
  useLayoutEffect(() => {
    current.current = key;
    void load();
    addEventListener("online", load);
    return () => {
      current.current = "";
      removeEventListener("online", load);
    };
  }, [key]);
  const [isPaused, setPaused] = useState(false);
  const intervalMs = (isPaused ? undefined : everyMs) ?? (state.canRetry ? RETRY_MS : undefined);
  useEffect(() => {
    if (intervalMs === undefined) return;
    const timer = setInterval(
      () => document.visibilityState === "visible" && void load(),
      intervalMs,
    );
    return () => clearInterval(timer);
  }, [key, intervalMs]);
  const ask = (changes: object) => controller.call<Answer>(path, { ...body, ...changes });
  const toggle = (): void => {
    if (isPaused) void load();
    setPaused(!isPaused);
  };
  return {
    ...state,
    reload: load,
    ask,
    live: everyMs === undefined ? null : { isPaused, toggle },
  };
}

/** A request that may succeed later is made again after this time. */
const RETRY_MS = 5000;

/** Returns whether the cause may disappear by itself; the cause of a refusal does not. */
const canRetry = (outcome: Failure): boolean =>
  outcome.kind === "no-answer" ||
  outcome.error.error_type === "API_ERROR" ||
  outcome.error.error_type === "RATE_LIMIT_EXCEEDED";

const readFailureText = (outcome: Failure): string =>
  outcome.kind === "no-answer" ? NO_ANSWER : errorText(outcome);

/** Says why there is no newer response, with a button to try again if that may help. */
export const ReadFailure = ({
  failure,
  canRetry,
  isLoading,
  reload,
}: Pick<Query<unknown>, "failure" | "canRetry" | "isLoading" | "reload">) =>
  failure === null ? null : (
    <div class="notice failure" role="status">
      {failure}{" "}
      {canRetry && (
        <button type="button" class="link" aria-disabled={isLoading} onClick={reload}>
          Try again
        </button>
      )}
    </div>
  );
