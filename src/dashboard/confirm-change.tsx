import type { Controller } from "./controller.ts";
import { versionEffect } from "./messages.ts";
import { NoticeLine, Sentence } from "./notice-line.tsx";
import type { ClientState } from "./state.ts";

/** Asks for confirmation before the default version changes. */
export const ConfirmChange = ({
  state,
  controller,
}: {
  state: ClientState;
  controller: Controller;
}) => {
  const { answer, version, busy, notice } = state;
  return (
    <dialog
      ref={open}
      aria-labelledby="confirm"
      aria-describedby="confirm-words"
      onCancel={(event) => {
        event.preventDefault();
        controller.closeConfirm();
      }}
    >
      <h2 id="confirm">Change to {version}?</h2>
      <p id="confirm-words">
        <Sentence text={versionEffect(version)} />
      </p>
      <NoticeLine id="confirm-notice" notice={notice} about="version" />
      <p class="actions">
        <button
          type="button"
          class="button primary"
          aria-disabled={busy !== null}
          onClick={controller.changeVersion}
        >
          {busy === "version" ? "Saving…" : `Change to ${version}`}
        </button>
        <button
          type="button"
          class="button"
          aria-disabled={busy !== null}
          onClick={controller.closeConfirm}
        >
          Keep {answer.client.default_version}
        </button>
      </p>
    </dialog>
  );
};

function open(dialog: HTMLDialogElement | null): void {
  if (dialog?.isConnected && !dialog.open) dialog.showModal();
}
