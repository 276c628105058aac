import { ResultLine } from "./result-line.tsx";
import type { Action } from "./use-action.ts";

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
