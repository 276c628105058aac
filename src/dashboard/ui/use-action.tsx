import { useEffect, useRef, useState } from "preact/hooks";
import type { Controller } from "../session/controller.ts";
import { failureText } from "../session/messages.ts";
import { Sentence } from "../session/notice-line.tsx";
import type { Send } from "../session/request.ts";

/** A user's action, and its result. */
export type Action<Answer> = {
  isBusy: boolean;
  /** The result; null before the first one. */
  result: { kind: "success" | "failure"; text: string; code?: string | undefined } | null;
  /** Runs the action, unless it is running; returns the server's answer, or null if it failed. */
  run(path: string, body: object, success: string, send?: Send): Promise<Answer | null>;
  /** Sets the result without a request: a success, or with `refuse` a failure. */
  say(text: string): void;
  refuse(text: string): void;
  /** Clears a failure, whose cause may have disappeared. */
  clear(): void;
};

/** Creates an action of a page with its result. */
export function useAction<Answer>(controller: Controller): Action<Answer> {
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<Action<Answer>["result"]>(null);
  return {
    isBusy,
    result,
    run: async (path, body, success, send) => {
      if (isBusy) return null;
      setBusy(true);
      setResult(null);
      const outcome = await controller.call<Answer>(path, body, send);
      setBusy(false);
      const isDone = outcome.kind === "success";
      setResult(
        isDone
          ? { kind: "success", text: success }
          : {
              kind: "failure",
              text: failureText(outcome),
              code: outcome.kind === "error" ? outcome.error.error_code : undefined,
            },
      );
      return isDone ? outcome.answer : null;
    },
    say: (text) => setResult({ kind: "success", text }),
    refuse: (text) => setResult({ kind: "failure", text }),
    clear: () => setResult((previous) => (previous?.kind === "failure" ? null : previous)),
  };
}

type ResultLineProps = Pick<Action<unknown>, "result"> & Partial<Pick<Action<unknown>, "clear">>;

/**
 * Says how an action went, next to it, and clears a failure when its user types or chooses something. It is always in
 * the document, since a live region is announced when it changes.
 */
export const ResultLine = ({ result, clear }: ResultLineProps) => {
  const line = useRef<HTMLDivElement>(null);
  const isFailure = result?.kind === "failure";
  useEffect(() => {
    const form = line.current?.closest("form,section");
    if (!isFailure || !clear || !form) return;
    form.addEventListener("input", clear);
    return () => form.removeEventListener("input", clear);
  }, [isFailure]);
  return (
    <div ref={line} role="status" class={`notice ${result?.kind ?? ""}`}>
      {result && (
        <p>
          <Sentence text={result.text} />
        </p>
      )}
    </div>
  );
};

type SaveRowProps = { action: Action<unknown>; look: string };

/** The last row of a form: the save button, with the classes in `look`, and the result. */
export const SaveRow = ({ action, look }: SaveRowProps) => (
  <>
    <p class="actions">
      <button type="submit" class={look} aria-disabled={action.isBusy}>
        {action.isBusy ? "Saving…" : "Save"}
      </button>
    </p>
    <ResultLine {...action} />
  </>
);
