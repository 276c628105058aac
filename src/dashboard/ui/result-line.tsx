import { Sentence } from "../sentence.tsx";
import type { Action } from "./use-action.ts";

/**
 * Says how an action went, next to it. It is always in the document, since a live region is announced when it changes.
 */
export const ResultLine = ({ result }: Pick<Action<unknown>, "result">) => (
  <div role="status" class={`notice ${result?.kind ?? ""}`}>
    {result && (
      <p>
        <Sentence text={result.text} />
      </p>
    )}
  </div>
);
