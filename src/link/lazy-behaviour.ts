import { type ReadonlySignal, signal } from "@preact/signals-core";

const FOCUSABLE = "a[href],button,input,select";

/**
 * Lets the keyboard scroll what is longer than its room and has nothing in it to tab to: for as long
 * as that is so it is a stop of its own, under its title. Large text makes a view scroll that never
 * did, so it is looked at again whenever anything in it has another size.
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
  new MutationObserver(watch).observe(root, {
    childList: true,
    characterData: true,
    subtree: true,
  });
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
  } else if (region.role === "region")
    for (const name of ["tabindex", "role", "aria-label"]) region.removeAttribute(name);
}

/**
 * Submits forms where the browser does not: a page in a sandbox without `allow-forms` hands that down
 * to our frame, and no `submit` is ever fired there. Where it is, this does nothing.
 */
export const submitAnyway = (root: HTMLElement): void => {
  if (canSubmit()) return;
  root.addEventListener("click", (event) => {
    const { form } = (event.target as Element).closest<HTMLButtonElement>("[type=submit]") ?? {};
    if (form) submit(form, event);
  });
  root.addEventListener("keydown", (event) => {
    const { target, key, isComposing } = event;
    if (key === "Enter" && !isComposing && target instanceof HTMLInputElement && target.form)
      submit(target.form, event);
  });
};

/** Only trying tells. */
function canSubmit(): boolean {
  const form = document.createElement("form");
  let hasFired = false;
  form.onsubmit = (event) => {
    event.preventDefault();
    hasFired = true;
  };
  form.hidden = true;
  document.body.append(form);
  form.requestSubmit();
  form.remove();
  return hasFired;
}

function submit(form: HTMLFormElement, event: Event): void {
  event.preventDefault();
  if (form.reportValidity())
    form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
}

/** How long after a finger was lifted its click may come, in ms. */
const CLICK_MS = 300;

/**
 * Whether a row is pressed: from when a pointer goes down on it until its click has come. As long as the
 * list stands still, the click chooses the row that was pressed, wherever that one is to be by then.
 */
export const watchRowPress = (): ReadonlySignal<boolean> => {
  // One may have been pressed while this was being loaded.
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
