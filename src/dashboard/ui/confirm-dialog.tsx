import type { ComponentChildren } from "preact";

type ConfirmDialogProps = {
  title: string;
  /** The consequences of the action. */
  children: ComponentChildren;
  /** The names of the two buttons. */
  yes: string;
  no: string;
  /** Whether the action ends something that works. */
  isDangerous?: boolean;
  isBusy: boolean;
  onYes(): void;
  onNo(): void;
};

/** Asks for confirmation of an action. Escape cancels it. */
export const ConfirmDialog = ({
  title,
  children,
  yes,
  no,
  isDangerous = false,
  isBusy,
  onYes,
  onNo,
}: ConfirmDialogProps) => (
  <dialog
    ref={openModal}
    aria-labelledby="confirm"
    aria-describedby="confirm-words"
    onCancel={(event) => {
      event.preventDefault();
      onNo();
    }}
  >
    <h2 id="confirm">{title}</h2>
    <div id="confirm-words">{children}</div>
    <p class="actions">
      <button
        type="button"
        class={`button ${isDangerous ? "danger" : "primary"}`}
        aria-disabled={isBusy}
        onClick={onYes}
      >
        {isBusy ? "Saving…" : yes}
      </button>
      <button type="button" class="button" aria-disabled={isBusy} onClick={onNo}>
        {no}
      </button>
    </p>
  </dialog>
);

/** Opens a dialog above the page, which cannot be used meanwhile. */
export function openModal(dialog: HTMLDialogElement | null): void {
  if (dialog?.isConnected && !dialog.open) dialog.showModal();
}
