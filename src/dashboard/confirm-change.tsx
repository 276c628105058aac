import type { Desk } from "./desk.ts";
import { Sentence } from "./sentence.tsx";
import type { ClientState } from "./state.ts";
import { ToldLine } from "./told-line.tsx";
import { goesBy } from "./words.ts";

/** Asks once more before the default version changes. */
export const ConfirmChange = ({ state, desk }: { state: ClientState; desk: Desk }) => {
  const { answer, picked, busy, told } = state;
  return (
    <dialog
      ref={open}
      aria-labelledby="confirm"
      aria-describedby="confirm-words"
      onCancel={(event) => {
        event.preventDefault();
        desk.keep();
      }}
    >
      <h2 id="confirm">Change to {picked}?</h2>
      <p id="confirm-words">
        <Sentence text={goesBy(picked)} />
      </p>
      <ToldLine id="confirm-told" told={told} about="version" />
      <p class="actions">
        <button
          type="button"
          class="button primary"
          aria-disabled={busy !== null}
          onClick={desk.change}
        >
          {busy === "version" ? "Saving…" : `Change to ${picked}`}
        </button>
        <button type="button" class="button" aria-disabled={busy !== null} onClick={desk.keep}>
          Keep {answer.client.default_version}
        </button>
      </p>
    </dialog>
  );
};

function open(dialog: HTMLDialogElement | null): void {
  if (dialog?.isConnected && !dialog.open) dialog.showModal();
}
