import type { TargetedKeyboardEvent } from "preact";

/** Arrow keys walk from the search through its results; letters go to the search from anywhere. */
export const moveFocus = (event: TargetedKeyboardEvent<HTMLFormElement>): void => {
  const { key, currentTarget, ctrlKey, metaKey, altKey } = event;
  const stops = [...currentTarget.querySelectorAll<HTMLElement>("input,.row")];
  const at = stops.findIndex((stop) => stop.matches(":focus"));
  if (key === "ArrowDown" || key === "ArrowUp") {
    event.preventDefault();
    stops[at + (key === "ArrowDown" ? 1 : -1)]?.focus();
  } else if (key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey) stops[0]?.focus();
};
