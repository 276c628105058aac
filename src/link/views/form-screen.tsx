import type { ComponentChildren } from "preact";
import type { Catalogue } from "../../i18n/catalogue.ts";
import type { LinkError } from "../../protocol/errors/errors.ts";
import { Icon, LOCK } from "../ui/icon.tsx";
import { Screen, type ScreenProps } from "../ui/screen.tsx";
import { errorText } from "./texts.ts";

type FormScreenProps = ScreenProps & {
  text: Catalogue;
  /** The texts above the refusal. */
  head: ComponentChildren;
  refusal: LinkError | null;
  /** How the input is used. */
  note?: string | null | undefined;
  /** Whether the form has no submit button. */
  hasNoButton?: boolean | undefined;
};

/** A form with its refusal above the fields, and its submit button. */
export const FormScreen = (props: FormScreenProps) => {
  const { text, head, refusal, note, hasNoButton, actions, children, ...screen } = props;
  return (
    <Screen
      {...screen}
      actions={
        !hasNoButton && (
          <>
            {actions}
            <button type="submit" class="button primary" data-testid="submit">
              {text.continue}
            </button>
            {note && (
              <p class="note quietly">
                <Icon d={LOCK} />
                {note}
              </p>
            )}
          </>
        )
      }
    >
      {head}
      {refusal && (
        <p class="notice refusal" role="alert" id="refusal">
          {errorText(text, refusal)}
        </p>
      )}
      {children}
    </Screen>
  );
};
