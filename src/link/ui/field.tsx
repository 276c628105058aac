import type { TargetedEvent } from "preact";
import { Icon } from "./icon.tsx";
import { calm, complain } from "./missing.ts";

type FieldProps = {
  name: string;
  label: string;
  /**
   * Digits are a number that may have dashes in it; a pin is a password that a phone shows digits to
   * type for; an amount is money; a code is one that was just sent: the browser may know it.
   */
  type: "text" | "digits" | "password" | "pin" | "amount" | "code";
  /** What may be filled in by who knows it: nothing, if not said. */
  autocomplete?: "username" | "current-password" | "off";
  testId: string;
  maxLength: number;
  /** The name of the button that shows what was typed; for passwords and pins. */
  showLabel?: string;
  /** What stands in it, faintly, until something is typed. */
  example?: string | undefined;
  /** What to say when it is left empty. */
  missing: string;
  /** Whether more fields of the form follow: a phone's keyboard says so on its Enter key. */
  hasNext?: boolean;
  /** The id of what says that the value was refused; undefined when it was not. */
  refusalId: string | undefined;
};

/** A labelled field whose value lives in the page only, and says itself when it is left empty. */
export const Field = (props: FieldProps) => {
  const { name, label, type, testId, maxLength, missing, refusalId } = props;
  const { autocomplete = "off", showLabel, example, hasNext } = props;
  const id = `field-${name}`;
  const secret = type === "password" || type === "pin";
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        class="text"
        data-testid={testId}
        placeholder={example}
        required
        maxLength={maxLength}
        autocomplete={autocomplete}
        autocapitalize="none"
        // By its other name: the property `autocorrect` takes any string for yes, and turns it on.
        autoCorrect="off"
        spellcheck={false}
        enterkeyhint={hasNext ? "next" : "go"}
        aria-invalid={refusalId ? "true" : undefined}
        aria-describedby={refusalId}
        onInvalid={complain}
        onInput={calm}
        {...KINDS[type]}
      />
      {secret && (
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

/** Spaces alone are as good as nothing; in a password they may be all there is. */
const KINDS = {
  text: { type: "text", pattern: ".*\\S.*" },
  digits: { type: "text", pattern: ".*\\S.*", inputmode: "numeric" },
  password: { type: "password" },
  pin: { type: "password", inputmode: "numeric", class: "text digits" },
  amount: {
    type: "text",
    inputmode: "decimal",
    pattern: "\\s*\\d*[.,]?\\d+\\s*",
  },
  // A refused code is mostly typed anew, so coming back selects it.
  code: {
    type: "text",
    pattern: ".*\\S.*",
    class: "text digits",
    inputmode: "numeric",
    autocomplete: "one-time-code",
    onFocus: ({ currentTarget }: TargetedEvent<HTMLInputElement>) => currentTarget.select(),
  },
} as const;

function reveal({ currentTarget }: TargetedEvent<HTMLButtonElement>): void {
  const input = currentTarget.parentElement?.querySelector("input");
  const isHidden = input?.type === "password";
  input?.setAttribute("type", isHidden ? "text" : "password");
  currentTarget.setAttribute("aria-pressed", String(isHidden));
}
