import type { TargetedEvent } from "preact";
import { Icon } from "./icon.tsx";
import { calm, complain } from "./missing.ts";

type FieldProps = {
  name: string;
  label: string;
  /** A code is one that was just sent: the browser may know it, and a phone shows digits to type. */
  type: "text" | "password" | "code";
  testId: string;
  longest: number;
  /** The name of the button that shows what was typed; for passwords. */
  showLabel?: string;
  /** What to say when it is left empty. */
  missing: string;
  /** The id of what says that the value was refused; undefined when it was not. */
  refusedBy: string | undefined;
};

/** A labelled field whose value lives in the page only, and says itself when it is left empty. */
export const Field = (props: FieldProps) => {
  const { name, label, type, testId, longest, showLabel, missing, refusedBy } = props;
  const id = `field-${name}`;
  const input = {
    id,
    name,
    class: "text",
    "data-testid": testId,
    required: true,
    maxLength: longest,
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
        <input type="text" pattern={SOMETHING} {...input} {...(type === "code" && CODE)} />
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

/** Spaces alone are as good as nothing. */
const SOMETHING = ".*\\S.*";

/** A refused code is mostly typed anew, so coming back selects it. */
const CODE = {
  class: "text digits",
  inputmode: "numeric",
  autocomplete: "one-time-code",
  onFocus: ({ currentTarget }: TargetedEvent<HTMLInputElement>) => currentTarget.select(),
} as const;

function reveal({ currentTarget }: TargetedEvent<HTMLButtonElement>): void {
  const input = currentTarget.parentElement?.querySelector("input");
  const pressed = input?.type === "password";
  input?.setAttribute("type", pressed ? "text" : "password");
  currentTarget.setAttribute("aria-pressed", String(pressed));
}
