import type { ComponentChildren } from "preact";
import { Modal } from "./modal.tsx";

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
  <Modal labelledBy="confirm" describedBy="confirm-words" onCancel={onNo}>
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
  </Modal>
);
