import { HELD_EVENTS, replayPendingInput, stopHoldingInput } from "./first-view/pending-input.ts";

/** The events that count as input. */
const INPUT = [...HELD_EVENTS, "mousedown", "keydown", "beforeinput", "input"];

/**
 * How long the frame has to have stood still before the observer starts, in ms. Chromium drops every
 * click on a frame that moved or changed its size in the last half second, once it watches itself. For
 * a click that has come already it looks once before that.
 */
const STILL_MS = 550;

/** How long a window that is not visible at once may take to come into sight, in ms. */
const OPENING_MS = 300;

/** An entry of IntersectionObserver v2, which knows what lies over an element and how it is painted. */
type VisibilityEntry = IntersectionObserverEntry & { isVisible?: boolean };

/**
 * Guards against clickjacking: keeps all input from a window that the page covers or makes
 * see-through, where the browser can tell (IntersectionObserver v2). `onChange` hears of each change.
 * Answers how to watch a card that has just opened: a click or a submission that comes before it is
 * first visible is held back, and replayed then. Up to the first card the document holds them back.
 */
export const guardAgainstClickjacking = (
  onChange: (isCovered: boolean) => void,
): ((card: Element | null) => void) => {
  let card: Element | null = null;
  let observer: IntersectionObserver | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastMoveAt = performance.now();
  let phase: "opening" | "visible" | "covered" = "visible";

  const enter = (next: typeof phase): void => {
    const isChange = (next === "covered") !== (phase === "covered");
    phase = next;
    if (next === "visible") replayPendingInput();
    if (next === "covered") window.pendingInput = null;
    if (isChange) onChange(next === "covered");
  };

  const observe = (element: Element): void => {
    observer = new IntersectionObserver(
      (entries) => {
        const { isVisible } = entries.at(-1) as VisibilityEntry;
        clearTimeout(timer);
        if (isVisible || isCoveredInDocument()) {
          enter("visible");
          if (stillIn() <= 0) return;
          phase = "opening";
          observeOnceStill();
        } else if (phase === "visible") enter("covered");
        // The page may have shown its dialog in this very moment.
        else timer = setTimeout(enter, OPENING_MS, "covered");
      },
      { trackVisibility: true, delay: 100 } as IntersectionObserverInit,
    );
    observer.observe(element);
  };

  const stillIn = (): number => lastMoveAt + STILL_MS - performance.now();

  const observeOnceStill = (): void => {
    observer?.disconnect();
    observer = undefined;
    clearTimeout(timer);
    if (card) timer = setTimeout(observe, window.pendingInput ? 0 : stillIn(), card);
  };

  for (const [at, type] of INPUT.entries())
    addEventListener(
      type,
      (event) => {
        const element = event.target as Element;
        // To tick a box is like typing: nothing follows before the form is sent.
        const isHeldKind = at < HELD_EVENTS.length && !element.closest?.("label");
        // Nothing follows from what is outside the card; Link tries there whether forms are sent.
        if (phase === "visible" || (isHeldKind ? !card?.contains(element) : phase === "opening"))
          return;
        // Focus is no input: nobody is to be locked in.
        if ((event as KeyboardEvent).key === "Tab") return;
        if (phase === "opening") {
          window.holdInput(event);
          if (!observer) observeOnceStill();
          return;
        }
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      true,
    );

  addEventListener("resize", ({ timeStamp }) => {
    lastMoveAt = timeStamp;
    if (card && phase === "visible") phase = "opening";
    observeOnceStill();
  });

  return (next) => {
    if (next === card) return;
    stopHoldingInput();
    card = next;
    enter(card ? "opening" : "visible");
    observeOnceStill();
  };
};

/** Whether something lies in our own document that is not ours: a password manager's, for instance. */
const isCoveredInDocument = (): boolean =>
  !!document.querySelector(":is(html,body)>:not(head,body,#root,script,noscript,[hidden])");
