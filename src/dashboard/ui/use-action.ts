import { useState } from "preact/hooks";
import type { Controller } from "../controller.ts";
import { failureText } from "../messages.ts";
import type { Send } from "../request.ts";

/** Something that a person does on a page, and how it went. */
export type Action<Answer> = {
  isBusy: boolean;
  /** How it went; null before. */
  result: { kind: "success" | "failure"; text: string } | null;
  /** Does it, unless it is under way; answers what the server did, null where that failed. */
  run(path: string, body: object, success: string, send?: Send): Promise<Answer | null>;
  /** Says something about it without asking the server: that it went well, or not. */
  say(text: string): void;
  refuse(text: string): void;
};

/** An action of a page, with what is said about it. */
export const useAction = <Answer>(controller: Controller): Action<Answer> => {
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
          : { kind: "failure", text: failureText(outcome) },
      );
      return isDone ? outcome.answer : null;
    },
    say: (text) => setResult({ kind: "success", text }),
    refuse: (text) => setResult({ kind: "failure", text }),
  };
};
