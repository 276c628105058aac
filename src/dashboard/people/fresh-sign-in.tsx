import type { ErrorCode } from "../../protocol/errors/errors.ts";
import type { Controller } from "../session/controller.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import type { Action } from "../ui/use-action.tsx";

/** Returns whether an action was refused because the sign-in is too old for it. */
export const needsSignIn = ({ result }: Pick<Action<unknown>, "result">): boolean =>
  result?.code === ("STALE_DASHBOARD_SESSION" satisfies ErrorCode);

type FreshSignInProps = {
  controller: Controller;
  /** The action, after “to”. */
  purpose: string;
  onNo(): void;
};

/** Asks for a new sign-in before a repetition of the refused action. */
export const FreshSignIn = ({ controller, purpose, onNo }: FreshSignInProps) => (
  <ConfirmDialog
    title="Sign in again first"
    yes="Sign in again"
    no="Cancel"
    isBusy={false}
    onYes={() => void controller.signOut(`Sign in again to ${purpose}.`)}
    onNo={onNo}
  >
    <p>
      Your sign-in is more than ten minutes old. To {purpose}, prove again that it is you. You come
      back to this page.
    </p>
  </ConfirmDialog>
);
