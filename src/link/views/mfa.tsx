import type { ComponentChildren } from "preact";
import type { Catalogue, RareWords } from "../../i18n/catalogue.ts";
import type { Challenge } from "../../protocol/link/login-form.ts";
import { byInput } from "../../protocol/link/mfa-kinds.ts";
import { Field } from "../ui/field.tsx";
import { Icon, LOCK } from "../ui/icon.tsx";
import { Logo } from "../ui/logo.tsx";
import { Options } from "../ui/options.tsx";
import { Screen } from "../ui/screen.tsx";
import { errorText, inSentence } from "./texts.ts";
import type { RareView, ViewProps } from "./view.ts";

type MfaWords = Catalogue & RareWords["mfa"];

/** The longest answer that the server accepts. */
const MAX_LENGTH = 200;

/** The institution's challenge after the credentials, in the form of its input. */
export const Mfa: RareView<"MFA", "mfa"> = (props) => {
  const { state, send, text } = props;
  const { name } = state.form.institution;
  const help = text.mfaHelp(name);
  const enter = (answers: string[]) => send({ type: "mfa.submitted", answers });
  // A resend that fails says nothing about the input.
  const refusalId = state.refusal?.error_code === "INVALID_MFA" ? "refusal" : undefined;

  return byInput(state.challenge, {
    device: ({ devices }) => (
      <MfaForm {...props} title={text.device} lead={help}>
        <DeviceList devices={devices} text={text} onChoose={(device) => enter([device])} />
      </MfaForm>
    ),
    code: ({ sent_to, length, resend_after, other_devices }) => (
      <MfaForm
        {...props}
        title={text.code}
        lead={codeLead(state, sent_to, text)}
        onEnter={(value) => enter([value("code").replace(/\s/g, "")])}
      >
        <Field
          name="code"
          label={text.codeLabel}
          type="code"
          testId="mfa-code"
          maxLength={MAX_LENGTH}
          length={length}
          missing={length ? text.codeLength(length) : text.missing(inSentence(text.codeLabel))}
          refusalId={refusalId}
          newsId={state.resend ? "lead" : undefined}
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
      </MfaForm>
    ),
    text: ({ questions }) => (
      <MfaForm
        {...props}
        title={text.questions(questions.length)}
        lead={help}
        onEnter={(value) => enter(questions.map((_, at) => value(`${at}`).trim()))}
      >
        {questions.map((question, at) => (
          <Field
            key={question}
            name={`${at}`}
            label={question}
            type="text"
            testId={`mfa-answer-${at}`}
            maxLength={MAX_LENGTH}
            missing={text.missingAnswer}
            refusalId={refusalId}
            hasNext={at + 1 < questions.length}
          />
        ))}
      </MfaForm>
    ),
    options: ({ questions }) => (
      <MfaForm
        {...props}
        title={text.questions(questions.length)}
        lead={help}
        onEnter={(value) => enter(questions.map((_, at) => value(`${at}`)))}
      >
        {questions.map(({ question, options }, at) => (
          <Options
            key={question}
            name={`${at}`}
            question={question}
            options={options}
            testId={`mfa-option-${at}`}
            missing={text.missingOption}
            refusalId={refusalId}
          />
        ))}
      </MfaForm>
    ),
  });
};

/** Returns the text above the field of a code: where it went, or the outcome of asking for another. */
function codeLead(
  { resend, form }: ViewProps<"MFA">["state"],
  sentTo: string | null,
  text: MfaWords,
): string {
  if (resend === "sent") return text.newCode(sentTo);
  if (resend === "early") return text.codeEarly;
  if (resend === "over") return text.codesOver;
  return sentTo ? text.sentTo(sentTo) : text.codeHelp(form.institution.name);
}

type ResendProps = {
  seconds: number;
  text: MfaWords;
  onAsk: () => void;
};

/**
 * Counts down to the button for another code. The seconds are no live region: the button is, so its
 * appearance is announced once.
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

/** Counts by the clock, since a page in the background has fewer ticks. */
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

type MfaFormProps = ViewProps<"MFA", MfaWords> & {
  title: string;
  lead: string;
  children: ComponentChildren;
  /** Gets a function that reads a field by name; without it the form has no submit button. */
  onEnter?: (value: (name: string) => string) => void;
};

/**
 * The form around a challenge. As with credentials, the input stays in the page until it is sent,
 * and after a refusal, so a typo can be corrected.
 */
const MfaForm = (props: MfaFormProps) => {
  const { state, text, clientName, title, lead, children, onEnter } = props;
  const { institution } = state.form;
  return (
    <Screen
      title={title}
      emblem={<Logo of={institution} />}
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        onEnter?.((name) => String(data.get(name)));
      }}
      actions={
        onEnter && (
          <>
            <button type="submit" class="button primary" data-testid="submit">
              {text.continue}
            </button>
            <p class="note quietly">
              <Icon d={LOCK} />
              {text.privacy(institution.name, clientName)}
            </p>
          </>
        )
      }
    >
      <p class="lead" id="lead">
        {lead}
      </p>
      {state.refusal && (
        <p class="notice refusal" role="alert" id="refusal">
          {errorText(text, state.refusal)}
        </p>
      )}
      {children}
    </Screen>
  );
};

type Device = Extract<Challenge, { type: "device" }>["devices"][number];

const ICONS: Record<Device["kind"], string> = {
  phone: "M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2",
  email: "M4 6h16v12H4zM4 7l8 6 8-6",
};

type DeviceListProps = {
  devices: Device[];
  text: MfaWords;
  onChoose: (deviceId: string) => void;
};

/** The devices that a code can be sent to; choosing one submits it. */
const DeviceList = ({ devices, text, onChoose }: DeviceListProps) => (
  <ul class="cards">
    {devices.map(({ id, kind, mask }) => (
      <li key={id}>
        <button
          type="button"
          class="row"
          data-testid={`mfa-device-${id}`}
          onClick={() => onChoose(id)}
        >
          <Icon d={ICONS[kind]} />
          <span class="name">
            {text.deviceKinds[kind]}
            <small>
              <span aria-hidden="true">{mask}</span>
              <span class="unseen"> {mask.replace(/•+/g, "…")}</span>
            </small>
          </span>
          <Icon d="M9 5l7 7-7 7" />
        </button>
      </li>
    ))}
  </ul>
);
