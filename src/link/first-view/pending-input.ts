/** What the user did: a click or a submission, and what it was meant for. */
type PendingInput = { type: string; target: EventTarget; testId?: string | undefined };

declare global {
  interface Window {
    /** Holds an act back, in place of the one before; the document does so until it is let go. */
    holdInput(event: Event): void;
    pendingInput?: PendingInput | null;
  }
}

/** The kinds of event that anything follows from. */
export const HELD_EVENTS = ["click", "submit"];

/** From now on the document holds no act back. */
export const stopHoldingInput = (): void => {
  for (const type of HELD_EVENTS) removeEventListener(type, window.holdInput, true);
};

/**
 * Replays the act that was held back, if there is one. The list may have changed since then: the control
 * that was meant may be another element by now.
 */
export const replayPendingInput = (): void => {
  const { pendingInput } = window;
  window.pendingInput = null;
  if (!pendingInput) return;
  const { type, target, testId } = pendingInput;
  const control = `[data-testid="${testId}"]:not([hidden] *)`;
  replay(type, testId ? document.querySelector(control) : target);
};

/** Replays an event of the user's: as a mouse event, since no other one ticks a box or sends a form. */
export const replay = (type: string, target: EventTarget | null): unknown =>
  target?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
