import type { ComponentChildren, VNode } from "preact";
import type { Catalogue, RareWords } from "../../i18n/catalogue.ts";
import type { Challenge } from "../../protocol/link/login-form.ts";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { Logo } from "../ui/logo.tsx";
import { Options } from "../ui/options.tsx";
import { FormScreen } from "./form-screen.tsx";
import type { RareView, ViewProps } from "./view.ts";

type MfaWords = Catalogue & RareWords["mfa"];

/** The server's maximum length of an answer. */
const MAX_LENGTH = 200;

/** The institution's challenge after the credentials. A code has another view. */
export const Mfa: RareView<"MFA", "mfa"> = (props) => {
  const { state, send, text } = props;
  const enter = (answers: string[]) => send({ type: "mfa.submitted", answers });
  // Other refusals do not concern the answers.
  const refusalId = state.refusal?.error_code === "INVALID_MFA" ? "refusal" : undefined;

  const challenge = state.challenge as Exclude<Challenge, { type: "code" }>;
  if (challenge.type === "device")
    return (
      <MfaForm {...props} title={text.device}>
        <DeviceList
          devices={challenge.devices}
          text={text}
          onChoose={(device) => enter([device])}
        />
      </MfaForm>
    );
  const form = {
    ...props,
    title: text.questions(challenge.questions.length),
    onEnter: (value: (name: string) => string) =>
      enter(
        challenge.questions.map((_, at) =>
          challenge.type === "questions" ? value(`${at}`).trim() : value(`${at}`),
        ),
      ),
  };
  return challenge.type === "questions" ? (
    <MfaForm {...form}>
      {steps(props, challenge.questions, (question, at) => (
        <Field
          name={`${at}`}
          label={question}
          type="text"
          testId={`mfa-answer-${at}`}
          maxLength={MAX_LENGTH}
          missing={text.missingAnswer}
          refusalId={refusalId}
          hasNext={at + 1 < challenge.questions.length}
        />
      ))}
    </MfaForm>
  ) : (
    <MfaForm {...form}>
      {steps(props, challenge.questions, ({ question, options }, at) => (
        <Options
          name={`${at}`}
          question={question}
          options={options}
          testId={`mfa-option-${at}`}
          missing={text.missingOption}
          refusalId={refusalId}
        />
      ))}
    </MfaForm>
  );
};

/** The maximum number of questions that are shown at once. */
const MAX_AT_ONCE = 2;

/**
 * Returns the questions. More than two questions are steps, shown one at a time. After a refusal
 * all are shown, since any answer may be wrong.
 */
function steps<Q>(
  { state, text }: ViewProps<"MFA", MfaWords>,
  questions: Q[],
  draw: (question: Q, at: number) => VNode,
): VNode[] {
  const isStepped = questions.length > MAX_AT_ONCE && !state.refusal;
  return questions.map((question, at) => (
    <fieldset key={at} hidden={isStepped && at > 0} ref={isStepped ? disableHidden : showStep}>
      {isStepped && <legend class="quietly">{text.step(at + 1, questions.length)}</legend>}
      {draw(question, at)}
    </fieldset>
  ));
}

/**
 * Disables the inputs of a hidden question. The question is neither checked nor sent until it is
 * shown.
 */
function disableHidden(step: HTMLFieldSetElement | null): void {
  for (const input of step?.querySelectorAll("input") ?? []) input.disabled = !!step?.hidden;
}

function showStep(step: HTMLFieldSetElement | null): void {
  if (step) step.hidden = false;
  disableHidden(step);
}

/** Shows the next question in place of this question; returns whether there is a next question. */
function showNext(form: HTMLFormElement): boolean {
  const next = form.querySelector("input:disabled")?.closest("fieldset");
  if (!next) return false;
  const shown = form.querySelector<HTMLFieldSetElement>("fieldset:not([hidden])");
  showStep(next);
  if (shown) shown.hidden = true;
  next.querySelector("input")?.focus();
  return true;
}

type MfaFormProps = ViewProps<"MFA", MfaWords> & {
  title: string;
  children: ComponentChildren;
  /** Gets a function that reads a field by name; without it the form has no submit button. */
  onEnter?: (value: (name: string) => string) => void;
};

/**
 * The form around a challenge. The input stays in the page until the form is sent, and after a
 * refusal, so that the user can correct typos.
 */
const MfaForm = ({ state, text, clientName, title, children, onEnter }: MfaFormProps) => {
  const { institution } = state.form;
  return (
    <FormScreen
      {...{ text, title, children }}
      refusal={state.refusal}
      note={text.privacy(institution.name, clientName)}
      hasNoButton={!onEnter}
      emblem={<Logo of={institution} />}
      onSubmit={(event) => {
        event.preventDefault();
        if (showNext(event.currentTarget)) return;
        const data = new FormData(event.currentTarget);
        onEnter?.((name) => String(data.get(name)));
      }}
      head={<p class="lead">{text.mfaHelp(institution.name)}</p>}
    />
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

/** The devices that can receive a code. A chosen device is submitted at once. */
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
