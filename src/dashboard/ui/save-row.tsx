import { ResultLine } from "./result-line.tsx";
import type { Action } from "./use-action.ts";

type SaveRowProps = { action: Action<unknown>; look: string };

/** What ends a form that saves: its button, with the classes in `look`, and how saving went. */
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
