import type { TargetedEvent } from "preact";

type Input = HTMLInputElement | HTMLSelectElement;

/**
 * What a required input says when it was left empty, in place of the browser's own bubble: marks it,
 * or the group of options it belongs to, and goes to the first one of the form.
 */
export function complain(event: TargetedEvent<Input>): void {
  event.preventDefault();
  const input = event.currentTarget;
  const marked = markedBy(input);
  marked.setAttribute("aria-invalid", "true");
  marked.setAttribute("aria-describedby", `${marked.id}-missing`);
  input.form?.querySelector<HTMLElement>("input:invalid,select:invalid")?.focus();
}

/** Takes the mark away as soon as the user does something about it. */
export function calm({ currentTarget }: TargetedEvent<Input>): void {
  const marked = markedBy(currentTarget);
  marked.removeAttribute("aria-invalid");
  marked.removeAttribute("aria-describedby");
}

const markedBy = (input: Input): HTMLElement =>
  input.closest<HTMLElement>("[role=radiogroup]") ?? input;
