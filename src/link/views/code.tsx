import type { TargetedEvent, VNode } from "preact";
import type { Catalogue, RareWords } from "../../i18n/catalogue.ts";
import type { Challenge } from "../../protocol/link/login-form.ts";
import { Field, type OwnInput } from "../ui/field.tsx";
import { Logo } from "../ui/logo.tsx";
import { clearMissing } from "../ui/missing.ts";
import { FormScreen } from "./form-screen.tsx";
import { inSentence } from "./texts.ts";
import type { RareView, ViewProps } from "./view.ts";

/** The server's maximum length of an answer. */
const MAX_LENGTH = 200;

/**
 * The one-time code for the institution. The input stays in the page until the form is sent, and
 * after a refusal.
 */
export const Code: RareView<"MFA", "code"> = ({ state, send, text, clientName }) => {
  const { form, refusal, resend } = state;
  const { institution } = form;
  const challenge = state.challenge as Extract<Challenge, { type: "code" }>;
  const { length, resend_after, other_devices } = challenge;
  // After a refusal or a repeated code, only the button submits.
  const submits = !refusal && !resend;
  return (
    <FormScreen
      {...{ text, refusal }}
      title={text.code}
      note={text.privacy(institution.name, clientName)}
      emblem={<Logo of={institution} />}
      onSubmit={(event) => {
        event.preventDefault();
        const code = String(new FormData(event.currentTarget).get("code"));
        send({ type: "mfa.submitted", answers: [code.replace(/\s/g, "")] });
      }}
      head={
        <p class="lead" id="lead">
          {codeLead(state, challenge, text)}
          {length && submits && ` ${text.lastSubmits}`}
        </p>
      }
    >
      {challenge.picture && <img class="challenge" src={challenge.picture} alt={text.picture} />}
      <Field
        name="code"
        label={text.codeLabel}
        type="code"
        testId="mfa-code"
        maxLength={MAX_LENGTH}
        missing={length ? text.codeLength(length) : text.missing(inSentence(text.codeLabel))}
        // A failed resend does not concern the input.
        refusalId={refusal?.error_code === "INVALID_MFA" ? "refusal" : undefined}
        newsId={length || resend ? "lead" : undefined}
        behind={length && codeBoxes(length)}
        input={length ? codeInput(length, submits) : undefined}
      />
      <div class="ways">
        {resend_after !== undefined && (
          <Resend
            seconds={resend_after}
            text={text}
            onAsk={() => send({ type: "code.requested" })}
          />
        )}
        {other_devices && (
          <button
            type="button"
            class="link"
            data-testid="mfa-devices"
            onClick={() => send({ type: "devices.requested" })}
          >
            {other_devices.includes("phone") ? text.otherWays : text.byEmail}
          </button>
        )}
      </div>
    </FormScreen>
  );
};

/**
 * Returns the text above a code's field: the address of the code, or the outcome of a request for
 * another code.
 */
function codeLead(
  { resend, form }: ViewProps<"MFA">["state"],
  { sent_to: sentTo, hint }: Extract<Challenge, { type: "code" }>,
  text: Catalogue & RareWords["code"],
): string {
  if (resend === "sent") return text.newCode(sentTo);
  if (resend === "early") return text.codeEarly;
  if (resend === "over") return text.codesOver;
  if (hint) return hint;
  return sentTo ? text.sentTo(sentTo) : text.codeHelp(form.institution.name);
}

type ResendProps = {
  seconds: number;
  text: Catalogue & RareWords["code"];
  onAsk: () => void;
};

/**
 * Counts down to the button for another code. The button is a live region, so its appearance is
 * announced once; the seconds are not announced.
 */
const Resend = ({ seconds, text, onAsk }: ResendProps) => {
  const [before, after] = text.resendIn("|").split("|");
  return (
    <div ref={countDown}>
      <p class="quietly" hidden={seconds === 0}>
        {before}
        <b>{seconds}</b>
        {after}
      </p>
      <p role="status">
        <button
          type="button"
          class="link"
          data-testid="mfa-resend"
          hidden={seconds > 0}
          onClick={onAsk}
        >
          {text.resend}
        </button>
      </p>
    </div>
  );
};

/** Uses the clock, since a background page has fewer ticks. */
function countDown(element: HTMLElement | null): void {
  const number = element?.querySelector("b")?.firstChild as Text | undefined;
  if (!element || !number) return;
  const end = Date.now() + Number(number.data) * 1000;
  const timer = setInterval(() => {
    const left = Math.ceil((end - Date.now()) / 1000);
    if (left > 0) number.data = String(left);
    else
      for (const [at, one] of element.querySelectorAll<HTMLElement>("p,button").entries())
        one.hidden = at === 0;
    if (left <= 0 || !element.isConnected) clearInterval(timer);
  }, 1000);
}

/** Returns the boxes behind the input of a code of known length, one for each character. */
const codeBoxes = (length: number): VNode => (
  <p class="boxes" aria-hidden="true" ref={(boxes) => setLength(boxes?.parentElement, length)}>
    {Array.from({ length }, (_, at) => (
      <i key={at} />
    ))}
  </p>
);

/** Passes the number of boxes to the style. */
const setLength = (field: HTMLElement | null | undefined, length: number): void =>
  field?.style.setProperty("--length", `${length}`);

/**
 * Returns the attributes of a single input over all boxes, so that paste and autofill work. With
 * `submits`, the last character submits the form once, but not after a correction.
 */
const codeInput = (length: number, submits: boolean): OwnInput => ({
  class: "text boxed",
  // A maxLength would cut a pasted code with blanks.
  maxLength: undefined,
  pattern: `.{${length}}`,
  onInput: (event) => {
    const { currentTarget: input, inputType, data } = event;
    const { value, selectionStart } = input;
    const code = withoutBlanks(value).slice(0, length);
    if (code !== value) {
      const caret = withoutBlanks(value.slice(0, selectionStart ?? undefined)).length;
      input.value = code;
      input.setSelectionRange(caret, caret);
    }
    clearMissing(event);
    markBox(event);
    // A program that fills in the whole code also presses the button; a phone's autofill does not.
    const isFilled =
      inputType === "insertText" && (data ?? "").length > 1 && !input.matches(":autofill");
    const { dataset } = input;
    const isInside = (selectionStart ?? 0) < value.length;
    if (isInside || /^del/.test(inputType)) dataset.auto ??= "off";
    else if (submits && code.length === length && !isFilled && !dataset.auto) {
      dataset.auto = "sent";
      input.form?.requestSubmit();
    }
  },
  onFocus: (event) => {
    event.currentTarget.select();
    markBox(event);
  },
  onKeyUp: markBox,
  onClick: markBox,
});

/** Passes the box of the next character to the style. */
function markBox({ currentTarget: input }: TargetedEvent<HTMLInputElement>): void {
  input.parentElement?.style.setProperty("--at", `${input.selectionStart}`);
}

const withoutBlanks = (text: string): string => text.replace(/[\s-]/g, "");
