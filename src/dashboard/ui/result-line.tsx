import { Sentence } from "../sentence.tsx";
import type { Action } from "./use-action.ts";

/** Says how an action went, where it was done. It is always there, so that it is heard when it changes. */
export const ResultLine = ({ result }: Pick<Action<unknown>, "result">) => (
  <div role="status" class={`notice ${result?.kind ?? ""}`}>
    {result && (
      <p>
        <Sentence text={result.text} />
      </p>
    )}
  </div>
);
