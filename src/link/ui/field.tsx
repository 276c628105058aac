import type { ComponentChild, TargetedEvent, TargetedInputEvent } from "preact";
import { Icon } from "./icon.tsx";
import { clearMissing, showMissing } from "./missing.ts";

/** Attributes of an input that override the attributes of its type. */
export type OwnInput = {
  class: string;
  maxLength: undefined;
  pattern: string;
  onInput: (event: TargetedInputEvent<HTMLInputElement>) => void;
} & Record<"onFocus" | "onKeyUp" | "onClick", (event: TargetedEvent<HTMLInputElement>) => void>;

type FieldProps = {
  name: string;
  label: string;
  /**
   * `digits` is a number that may contain dashes. `pin` is a password with a numeric keyboard.
   * `amount` is money. `code` is a one-time code, which the browser may fill in.
   */
  type: "text" | "digits" | "password" | "pin" | "amount" | "code";
  /** The autocomplete attribute; `off` by default. */
  autocomplete?: "username" | "current-password" | "off";
  testId: string;
  maxLength: number;
  /** The name of the button that reveals the value; for passwords and pins. */
  showLabel?: string;
  /** The placeholder. */
  example?: string | undefined;
  /** The message for an empty field. */
  missing: string;
  /** Whether more fields follow. This sets the label of a phone's Enter key. */
  hasNext?: boolean;
  /** The id of the refusal message for the value; undefined if the value is not refused. */
  refusalId: string | undefined;
  /** The id of the field's announcement, such as the outcome of an action. */
  newsId?: string | undefined;
  /** Attributes that override the type's attributes, and an element after the input. */
  input?: OwnInput | undefined;
  behind?: ComponentChild;
};

/** A labelled field with a message for an empty value. The value exists only in the page. */
export const Field = (props: FieldProps) => {
  const { name, label, type, testId, maxLength, missing, refusalId } = props;
  const { autocomplete = "off", showLabel, example, hasNext, newsId, input, behind } = props;
  const id = `field-${name}`;
  const secret = type === "password" || type === "pin";
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {behind}
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
        // The attribute's name: the property `autocorrect` treats any string as true.
        autoCorrect="off"
        spellcheck={false}
        enterkeyhint={hasNext ? "next" : "go"}
        aria-invalid={refusalId ? "true" : undefined}
        aria-describedby={refusalId ?? newsId}
        onInvalid={showMissing}
        onInput={clearMissing}
        {...KINDS[type]}
        {...input}
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

/** Blanks count as empty, except in a password. */
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
  // Focus selects a refused code, since users mostly type the code again.
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
