import type { TargetedSubmitEvent } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { DashboardInvited } from "../../protocol/dashboard/dashboard-people.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { TextField } from "../ui/form-fields.tsx";
import { Modal } from "../ui/modal.tsx";
import { type Action, ResultLine } from "../ui/use-action.tsx";
import { RoleChoice } from "./role-form.tsx";

type InviteProps = {
  action: Action<unknown>;
  sendsMail: boolean;
  /** The invitation that was made; null before. */
  invited: DashboardInvited | null;
  /** Whether there is no member yet. The dialog then asks for an admin. */
  isFirst: boolean;
  invite(body: object): void;
  close(): void;
};

/** A dialog that makes an invitation, and then shows its link once. */
export const Invite = ({ invited, close, ...props }: InviteProps) => (
  // Escape must not close the dialog, since the address cannot be shown again.
  <Modal class="secret" labelledBy="invite-title" {...(!invited && { onCancel: close })}>
    {invited ? <Invited invited={invited} close={close} /> : <Form {...props} close={close} />}
  </Modal>
);

const Form = ({ action, sendsMail, isFirst, invite, close }: Omit<InviteProps, "invited">) => {
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    invite({ email: String(values.get("email")).trim(), role: String(values.get("role")) });
  };
  return (
    <form onSubmit={submit}>
      <h2 id="invite-title">Invite somebody</h2>
      <TextField
        name="email"
        id="invite-email"
        label="E-mail address (optional)"
        hint={`${
          sendsMail
            ? "The invitation is mailed there, and you see its link as well."
            : "This server sends no mail: you get a link to hand over."
        } Without an address, anybody with the link can join, once.`}
        type="email"
        maxLength={254}
        placeholder="ada@shop.example"
      />
      <RoleChoice role={isFirst ? "admin" : "read"} />
      <ResultLine {...action} />
      <p class="actions">
        <button type="submit" class="button primary" aria-disabled={action.isBusy}>
          {action.isBusy ? "Inviting…" : "Invite"}
        </button>
        <button type="button" class="button" onClick={close}>
          Cancel
        </button>
      </p>
    </form>
  );
};

const Invited = ({ invited, close }: { invited: DashboardInvited; close(): void }) => {
  const head = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => head.current?.focus(), []);
  return (
    <>
      <h2 id="invite-title" tabIndex={-1} ref={head}>
        The invitation is ready
      </h2>
      <p>
        {invited.mailed ? "It is on its way by mail. " : "Hand this link over yourself. "}
        It works once, within seven days, and is shown this once.
      </p>
      <p class="address">
        <code class="key">{invited.url}</code>
        <CopyButton text={invited.url} name="the link" />
      </p>
      <p class="actions">
        <button type="button" class="button primary" onClick={close}>
          Done
        </button>
      </p>
    </>
  );
};
