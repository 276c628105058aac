import { effect, type ReadonlySignal, signal } from "@preact/signals-core";
import { type State, viewOf } from "./machine/states.ts";
import type { Sessions } from "./run-sessions.ts";
import { focusView } from "./views/app.tsx";

/** Adds a style to the document's own sheet, the only one that the content security policy allows. */
export const addStyle = (style: string): void => {
  const [sheet] = document.styleSheets;
  sheet?.insertRule(`@media all{${style}}`, sheet.cssRules.length);
};

const FOCUSABLE = "a[href],button,input,select";

/**
 * Makes overflowing content without focusable elements scrollable by keyboard: it becomes a tab
 * stop, named by its title, for as long as that holds. Large text makes views overflow, so sizes
 * are observed.
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

/** The views in the order in which a user meets them. */
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

/** Marks the way from one view to the next on an element, for the style: `back`, or else forth. A wait is on the way forth. */
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
 * Animates the card's height to the height of its content, unless the user's device reduces motion: once for
 * each change, starting from the current height. If the view changes during an animation, the card continues
 * to the height of the new view.
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
  // Link has a new card after it was closed and opened again.
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

/** How long the view before a wait stays, in ms: most waits are over by then. */
const PATIENCE_MS = 300;

/**
 * Returns whether the window keeps its view instead of a state: a view of a wait is drawn only after a while, so
 * a short wait shows nothing. The list inside the page makes way at once.
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

/** Focuses the view after a wait that was not drawn: the same view may have come back, refused. */
function focusAgain(): void {
  (document.activeElement as HTMLElement | null)?.blur();
  setTimeout(focusView, 0, document.body);
}

/** Ends the window above an on-screen keyboard that lies over the page, as on iOS, so that it covers no button. */
export const stayAboveKeyboard = (root: HTMLElement, viewport = visualViewport): void => {
  viewport?.addEventListener("resize", () => {
    const { height, scale } = viewport;
    // A user who zooms in sees less of the page, too.
    const isCut = scale === 1 && height < innerHeight;
    root.style.height = isCut ? `${height}px` : "";
    if (isCut) document.activeElement?.scrollIntoView({ block: "nearest" });
  });
};

/**
 * Asks for the trust facts on a pane of their own, if the client wants that: once, since the browser
 * remembers the facts that it has shown.
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

/** Whether the browser remembers these facts; it does from now on. */
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

/** How long after pointerup its click may come, in ms. */
const CLICK_MS = 300;

/**
 * Whether a row is pressed: from pointerdown until its click has come. The list is not redrawn
 * meanwhile, so the click chooses the row that was pressed.
 */
export const watchRowPress = (): ReadonlySignal<boolean> => {
  // A row may have been pressed while this chunk was loading.
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
