import { type ReadonlySignal, signal } from "@preact/signals-core";

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
