import type { TargetedEvent } from "preact";
import { Icon } from "./icon.tsx";

type FieldProps = {
  name: string;
  label: string;
  type: "text" | "password";
  testId: string;
  /** The name of the button that shows what was typed. */
  showLabel: string;
  /** What to say when it is left empty. */
  missing: string;
  /** The id of what says that the value was refused; undefined when it was not. */
  refusedBy: string | undefined;
};

/** A labelled field whose value lives in the page only, and says itself when it is left empty. */
export const Field = (props: FieldProps) => {
  const { name, label, type, testId, showLabel, missing, refusedBy } = props;
  const id = `field-${name}`;
  const input = {
    id,
    name,
    class: "text",
    "data-testid": testId,
    required: true,
    maxLength: 1000,
    autocomplete: "off",
    autocapitalize: "none",
    autocorrect: "off",
    spellcheck: false,
    "aria-invalid": refusedBy ? "true" : undefined,
    "aria-describedby": refusedBy,
    onInvalid: complain,
    onInput: calm,
  } as const;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {type === "password" ? (
        <input type="password" {...input} />
      ) : (
        <input type="text" {...input} />
      )}
      {type === "password" && (
        <button
          type="button"
          class="tool over"
          aria-label={showLabel}
          aria-pressed="false"
          onClick={reveal}
        >
          <Icon d="M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z" />
        </button>
      )}
      <p class="missing" id={`${id}-missing`}>
        {missing}
      </p>
    </div>
  );
};

/** In place of the browser's own bubble: marks the field, and goes to the first empty one. */
function complain(event: TargetedEvent<HTMLInputElement>): void {
  event.preventDefault();
  const input = event.currentTarget;
  input.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-describedby", `${input.id}-missing`);
  input.form?.querySelector<HTMLElement>("input:invalid")?.focus();
}

function calm({ currentTarget }: TargetedEvent<HTMLInputElement>): void {
  currentTarget.removeAttribute("aria-invalid");
  currentTarget.removeAttribute("aria-describedby");
}

function reveal({ currentTarget }: TargetedEvent<HTMLButtonElement>): void {
  const input = currentTarget.parentElement?.querySelector("input");
  const pressed = input?.type === "password";
  input?.setAttribute("type", pressed ? "text" : "password");
  currentTarget.setAttribute("aria-pressed", String(pressed));
}
