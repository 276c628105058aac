import type { TargetedEvent } from "preact";

type Input = HTMLInputElement | HTMLSelectElement;

/**
 * Shows the message of an empty required input instead of the browser's bubble. Marks the input, or
 * its group of options, as invalid. Focuses the form's first invalid input.
 */
export function showMissing(event: TargetedEvent<Input>): void {
  event.preventDefault();
  const input = event.currentTarget;
  const target = markedElement(input);
  target.setAttribute("aria-invalid", "true");
  target.setAttribute("aria-describedby", `${target.id}-missing`);
  const first = input.form?.querySelector<HTMLElement>("input:invalid,select:invalid");
  first?.focus();
  // Also scrolls to the label and the message, which focus may leave out of view.
  first?.closest(".field,.options")?.scrollIntoView({ block: "nearest" });
}

/** Removes the mark as soon as the user changes the input. */
export function clearMissing({ currentTarget }: TargetedEvent<Input>): void {
  const target = markedElement(currentTarget);
  target.removeAttribute("aria-invalid");
  target.removeAttribute("aria-describedby");
}

const markedElement = (input: Input): HTMLElement =>
  input.closest<HTMLElement>("[role=radiogroup]") ?? input;
