import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Controller } from "../controller.ts";
import { errorText, NO_ANSWER } from "../messages.ts";
import type { Failure } from "../request.ts";

/** The state of a query: nothing yet, an answer, or a failure. */
export type Query<Answer> = {
  answer: Answer | null;
  /** Why there is no newer answer. */
  failure: string | null;
  isLoading: boolean;
  reload(): void;
};

/**
 * Queries the server, again when the request changes, and each `everyMs` while the page is visible. Keeps the last
 * answer until the next one.
 */
export function useQuery<Answer>(
  controller: Controller,
  path: string,
  body: object,
  everyMs?: number,
): Query<Answer> {
  const [state, setState] = useState<Omit<Query<Answer>, "reload">>({
    answer: null,
    failure: null,
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
        ? { answer: outcome.answer, failure: null, isLoading: false }
        : { ...previous, failure: readFailureText(outcome), isLoading: false },
    );
  }, [key]);
  useEffect(() => {
    current.current = key;
    void load();
    const timer =
      everyMs === undefined
        ? undefined
        : setInterval(() => document.visibilityState === "visible" && void load(), everyMs);
    return () => {
      current.current = "";
      clearInterval(timer);
    };
  }, [key, everyMs]);
  return { ...state, reload: load };
}

const readFailureText = (outcome: Failure): string =>
  outcome.kind === "no-answer" ? NO_ANSWER : errorText(outcome);

/** Says why there is no newer response, with a button to try again. */
export const ReadFailure = ({
  failure,
  isLoading,
  reload,
}: Pick<Query<unknown>, "failure" | "isLoading" | "reload">) =>
  failure === null ? null : (
    <div class="notice failure" role="status">
      {failure}{" "}
      <button type="button" class="link" aria-disabled={isLoading} onClick={reload}>
        Try again
      </button>
    </div>
  );
