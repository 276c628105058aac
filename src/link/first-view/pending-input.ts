/** What the user did: a click or a submission, and what it was meant for. */
type Act = { type: string; target: EventTarget; testId?: string | undefined };

declare global {
  interface Window {
    /** Holds an act back, in place of the one before; the document does so until it is let go. */
    holdAct(event: Event): void;
    heldAct?: Act | null;
  }
}

/** The kinds of event that anything follows from. */
export const ACTS = ["click", "submit"];

/** From now on the document holds no act back. */
export const stopHolding = (): void => {
  for (const type of ACTS) removeEventListener(type, window.holdAct, true);
};

/**
 * Replays the act that was held back, if there is one. The list may have changed since then: the control
 * that was meant may be another element by now.
 */
export const replayHeldAct = (): void => {
  const { heldAct } = window;
  window.heldAct = null;
  if (!heldAct) return;
  const { type, target, testId } = heldAct;
  const control = `[data-testid="${testId}"]:not([hidden] *)`;
  replay(type, testId ? document.querySelector(control) : target);
};

/** Replays an event of the user's: as a mouse event, since no other one ticks a box or sends a form. */
export const replay = (type: string, target: EventTarget | null): unknown =>
  target?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
