import { Field } from "../ui/field.tsx";
import { Options } from "../ui/options.tsx";
import { DeviceList } from "./device-list.tsx";
import { MfaForm } from "./mfa-form.tsx";
import { inSentence } from "./texts.ts";
import type { LazyView } from "./view.ts";

/** The longest answer that the server accepts. */
const MAX_LENGTH = 200;

/** The institution's challenge after the credentials, of one of four kinds. */
export const Mfa: LazyView<"MFA"> = (props) => {
  const { state, send, text } = props;
  const { challenge, form } = state;
  const help = text.mfaHelp(form.institution.name);
  const enter = (answers: string[]) => send({ type: "mfa.submitted", answers });
  const refusalId = state.refusal ? "refusal" : undefined;

  if (challenge.type === "device")
    return (
      <MfaForm {...props} title={text.device} lead={help}>
        <DeviceList
          devices={challenge.devices}
          text={text}
          onChoose={(device) => enter([device])}
        />
      </MfaForm>
    );
  if (challenge.type === "code")
    return (
      <MfaForm
        {...props}
        title={text.code}
        lead={
          challenge.sent_to ? text.sentTo(challenge.sent_to) : text.codeHelp(form.institution.name)
        }
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
    );
  const questionProps = { ...props, title: text.questions(challenge.questions.length), lead: help };
  if (challenge.type === "questions")
    return (
      <MfaForm
        {...questionProps}
        onEnter={(value) => enter(challenge.questions.map((_, at) => value(`${at}`).trim()))}
      >
        {challenge.questions.map((question, at) => (
          <Field
            key={question}
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
    );
  return (
    <MfaForm
      {...questionProps}
      onEnter={(value) => enter(challenge.questions.map((_, at) => value(`${at}`)))}
    >
      {challenge.questions.map(({ question, options }, at) => (
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
  );
};
