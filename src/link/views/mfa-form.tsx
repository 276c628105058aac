import type { ComponentChildren } from "preact";
import type { Catalogue } from "../../i18n/catalogue.ts";
import { Icon, LOCK } from "../ui/icon.tsx";
import { Logo } from "../ui/logo.tsx";
import { Screen } from "../ui/screen.tsx";
import { errorText } from "./texts.ts";
import type { ViewProps } from "./view.ts";

type MfaFormProps = ViewProps<"MFA", Catalogue> & {
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
export const MfaForm = (props: MfaFormProps) => {
  const { state, text, clientName, title, lead, children, onEnter } = props;
  const { institution } = state.form;
  return (
    <Screen
      title={title}
      emblem={<Logo shape={institution.mark} color={institution.color} />}
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
              {text.privacy(clientName)}
            </p>
          </>
        )
      }
    >
      <p class="lead">{lead}</p>
      {state.refusal && (
        <p class="notice refusal" role="alert" id="refusal">
          {errorText(text, state.refusal)}
        </p>
      )}
      {children}
    </Screen>
  );
};
