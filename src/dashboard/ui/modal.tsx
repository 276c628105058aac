import type { ComponentChildren } from "preact";

type ModalProps = {
  class?: string;
  /** The id of its title, and of the words about it. */
  labelledBy: string;
  describedBy?: string;
  /** Called for Escape; left out if only an action inside may close it. */
  onCancel?(): void;
  children: ComponentChildren;
};

/**
 * A dialog above the page, which cannot be used meanwhile. It is there as long as it is drawn: a browser lets a second
 * Escape close any dialog, so it is opened again.
 */
export const Modal = ({ labelledBy, describedBy, onCancel, children, ...rest }: ModalProps) => (
  <dialog
    ref={openModal}
    {...rest}
    aria-labelledby={labelledBy}
    aria-describedby={describedBy}
    onCancel={(event) => {
      event.preventDefault();
      onCancel?.();
    }}
    onClose={({ currentTarget }) => openModal(currentTarget)}
  >
    {children}
  </dialog>
);

/** Opens a dialog above the page. */
export function openModal(dialog: HTMLDialogElement | null): void {
  if (dialog?.isConnected && !dialog.open) dialog.showModal();
}
