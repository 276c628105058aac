import { byInput } from "../../protocol/mfa-kinds.ts";
import { Field } from "../ui/field.tsx";
import { Options } from "../ui/options.tsx";
import { DeviceList } from "./device-list.tsx";
import { MfaForm } from "./mfa-form.tsx";
import { inSentence } from "./texts.ts";
import type { LazyView } from "./view.ts";

/** The longest answer that the server accepts. */
const MAX_LENGTH = 200;

/** The institution's challenge after the credentials, in the form of its input. */
export const Mfa: LazyView<"MFA"> = (props) => {
  const { state, send, text } = props;
  const { name } = state.form.institution;
  const help = text.mfaHelp(name);
  const enter = (answers: string[]) => send({ type: "mfa.submitted", answers });
  const refusalId = state.refusal ? "refusal" : undefined;

  return byInput(state.challenge, {
    device: ({ devices }) => (
      <MfaForm {...props} title={text.device} lead={help}>
        <DeviceList devices={devices} text={text} onChoose={(device) => enter([device])} />
      </MfaForm>
    ),
    code: ({ sent_to }) => (
      <MfaForm
        {...props}
        title={text.code}
        lead={sent_to ? text.sentTo(sent_to) : text.codeHelp(name)}
        onEnter={(value) => enter([value("code").replace(/\s/g, "")])}
      >
        <Field
          name="code"
          label={text.codeLabel}
          type="code"
          testId="mfa-code"
          maxLength={MAX_LENGTH}
          missing={text.missing(inSentence(text.codeLabel))}
          refusalId={refusalId}
        />
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
