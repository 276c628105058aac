import { effect, type ReadonlySignal, signal } from "@preact/signals-core";
import { type State, viewOf } from "./machine/states.ts";
import type { Sessions } from "./run-sessions.ts";
import { focusView } from "./views/app.tsx";

/** Adds a style to the document's own sheet. The content security policy allows no other sheet. */
export const addStyle = (style: string): void => {
  const [sheet] = document.styleSheets;
  sheet?.insertRule(`@media all{${style}}`, sheet.cssRules.length);
};

const FOCUSABLE = "a[href],button,input,select";

/**
 * Makes overflowing content scrollable by keyboard if it has no focusable elements. While it
 * overflows, the content is a tab stop with its title as name. Sizes are observed, since large text
 * makes views overflow.
 */
export const keepKeyboardScroll = (root: HTMLElement): void => {
  const look = (): void => {
    for (const each of root.querySelectorAll<HTMLElement>(".screen,.body")) makeStop(each);
  };
  const sizes = new ResizeObserver(look);
  const watch = (): void => {
    look();
    for (const each of root.querySelectorAll(".body,.body>*")) sizes.observe(each);
  };
  new MutationObserver(watch).observe(root, { childList: true, subtree: true });
  watch();
};

function makeStop(region: HTMLElement): void {
  const isStuck =
    !region.querySelector(FOCUSABLE) &&
    /auto|scroll/.test(getComputedStyle(region).overflowY) &&
    region.scrollHeight > region.clientHeight;
  if (isStuck) {
    region.tabIndex = 0;
    region.role = "region";
    region.ariaLabel = region.querySelector("h1")?.textContent ?? "";
  } else if (region.role === "region") {
    region.removeAttribute("tabindex");
    region.role = region.ariaLabel = null;
  }
}

/** The views in the order of a connection. */
const ORDER: readonly string[] = [
  "SELECT_INSTITUTION",
  "CONSENT",
  "CREDENTIAL",
  "OAUTH",
  "RECAPTCHA",
  "MFA",
  "SELECT_ACCOUNT",
  "CONNECTED",
  "ERROR",
  "EXIT",
];

/**
 * Marks the direction between two views on an element, for the style: `back` or `forth`. Waits
 * count as `forth`.
 */
export const markWay = (root: HTMLElement, state: ReadonlySignal<State>): void => {
  let previous = "";
  effect(() => {
    const view = viewOf(state.value);
    if (view === previous) return;
    root.dataset.way =
      view !== "LOADING" && ORDER.indexOf(view) < ORDER.indexOf(previous) ? "back" : "";
    previous = view;
  });
};

/**
 * Animates the card's height to its content's height, unless the user's device reduces motion. Each
 * change has one animation, from the current height. A view that changes during an animation
 * continues the animation to the new height.
 */
export const moveHeight = (root: HTMLElement): void => {
  let card: Element | null = null;
  let height = 0;
  let motion: Animation | undefined;
  const isMoving = (): boolean => motion?.playState === "running";
  const follow = (): void => {
    if (!card) return;
    const from = isMoving() ? card.clientHeight : height;
    motion?.cancel();
    height = card.clientHeight;
    if (from && height !== from && !matchMedia("(prefers-reduced-motion)").matches)
      motion = card.animate(
        { height: [`${from}px`, `${height}px`] },
        { duration: 200, easing: "cubic-bezier(.2,.8,.2,1)", fill: "backwards" },
      );
  };
  const views = new MutationObserver(follow);
  // The motion itself changes the size.
  const sizes = new ResizeObserver(() => isMoving() || follow());
  // A closed and reopened Link has a new card.
  const watch = (): void => {
    card = root.querySelector(".card");
    sizes.disconnect();
    views.disconnect();
    if (!card) height = 0;
    else {
      sizes.observe(card);
      views.observe(card, { childList: true });
    }
  };
  new MutationObserver(watch).observe(root, { childList: true });
  watch();
};

/** The time in ms that a view stays after a wait begins. Most waits end earlier. */
const PATIENCE_MS = 300;

/**
 * Returns whether the window keeps its view in a new state. Views of waits are drawn with a delay,
 * so that short waits show nothing. The list inside the page is replaced at once.
 */
export const createPatience = (): ((state: State) => boolean) => {
  const isOver = signal({});
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPatient = false;
  return (state) => {
    if (viewOf(state) !== "LOADING") {
      if (timer && isPatient) focusAgain();
      clearTimeout(timer);
      timer = undefined;
      isPatient = state.name !== "CLOSED" && !document.querySelector(".embedded");
    } else if (isPatient) {
      void isOver.value;
      timer ??= setTimeout(() => {
        isPatient = false;
        isOver.value = {};
      }, PATIENCE_MS);
    }
    return isPatient && viewOf(state) === "LOADING";
  };
};

/** Focuses the view after an undrawn wait, since the same view may have returned with a refusal. */
function focusAgain(): void {
  (document.activeElement as HTMLElement | null)?.blur();
  setTimeout(focusView, 0, document.body);
}

/**
 * Ends the window above an on-screen keyboard that covers the page, as on iOS, so that the keyboard
 * covers no button.
 */
export const stayAboveKeyboard = (root: HTMLElement, viewport = visualViewport): void => {
  viewport?.addEventListener("resize", () => {
    const { height, scale } = viewport;
    // Zoom also reduces the visible part of the page.
    const isCut = scale === 1 && height < innerHeight;
    root.style.height = isCut ? `${height}px` : "";
    if (isCut) document.activeElement?.scrollIntoView({ block: "nearest" });
  });
};

/**
 * Asks for the trust facts on their own pane, if the client wants the pane. Asks once, since the
 * browser remembers shown facts.
 */
export const askForTrust = (
  root: HTMLElement,
  { state, preview, send }: Pick<Sessions, "state" | "preview" | "send">,
): void => {
  let isAsked = false;
  effect(() => {
    const { name } = state.value;
    const { trust_pane } = preview.value ?? {};
    if (trust_pane && name.startsWith("SELECT_INSTITUTION"))
      // Once the list is drawn.
      queueMicrotask(() => {
        const facts = root.querySelector("details")?.textContent;
        if (facts && !isAsked && !haveSeen(facts)) send({ type: "trust.asked" });
        if (facts) isAsked = true;
        // The element with focus may be gone.
        focusView(root);
      });
  });
};

/** Returns whether the browser remembers these facts, and makes it remember them. */
function haveSeen(facts: string): boolean {
  const key = `seen ${facts}`;
  try {
    const seen = localStorage[key];
    localStorage[key] = 1;
    return !!seen;
  } catch {
    return false;
  }
}

/** The maximum time in ms from pointerup to its click. */
const CLICK_MS = 300;

/**
 * Whether a row is pressed: from pointerdown to the click. A pressed list is not redrawn, so the
 * click chooses the pressed row.
 */
export const watchRowPress = (): ReadonlySignal<boolean> => {
  // A press may have started before this chunk was loaded.
  const isPressed = signal(!!document.querySelector(".row:active"));
  let timer: ReturnType<typeof setTimeout> | undefined;
  for (const type of ["pointerdown", "pointerup", "pointercancel", "input"])
    addEventListener(type, ({ target }) => {
      clearTimeout(timer);
      if (type === "pointerdown") isPressed.value = !!(target as Element).closest(".row");
      else
        timer = setTimeout(() => {
          isPressed.value = false;
        }, CLICK_MS);
    });
  return isPressed;
};
