import type { TargetedEvent } from "preact";

type Input = HTMLInputElement | HTMLSelectElement;

/**
 * What a required input says when it was left empty, in place of the browser's own bubble: marks it,
 * or the group of options it belongs to, and goes to the first one of the form.
 */
export function complain(event: TargetedEvent<Input>): void {
  event.preventDefault();
  const input = event.currentTarget;
  const target = targetOf(input);
  target.setAttribute("aria-invalid", "true");
  target.setAttribute("aria-describedby", `${target.id}-missing`);
  const first = input.form?.querySelector<HTMLElement>("input:invalid,select:invalid");
  first?.focus();
  // With its label and its message, which the focus alone may leave below the fold.
  first?.closest(".field,.options")?.scrollIntoView({ block: "nearest" });
}

/** Takes the mark away as soon as the user does something about it. */
export function calm({ currentTarget }: TargetedEvent<Input>): void {
  const target = targetOf(currentTarget);
  target.removeAttribute("aria-invalid");
  target.removeAttribute("aria-describedby");
}

const targetOf = (input: Input): HTMLElement =>
  input.closest<HTMLElement>("[role=radiogroup]") ?? input;
