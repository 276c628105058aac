import type { DashboardSecret } from "../../protocol/dashboard/dashboard.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { LastUse } from "../ui/time.tsx";
import { type Action, ResultLine } from "../ui/use-action.tsx";
import { isLast, secretLabel } from "./secret-label.ts";

type EndProps = {
  secret: DashboardSecret;
  secrets: readonly DashboardSecret[];
  action: Action<unknown>;
  change(path: string, body: object, success: string): Promise<void>;
  close(): void;
};

/** Asks for a confirmation before a secret ends, and shows the secret's last use. */
export const EndSecret = ({ secret, secrets, action, change, close }: EndProps) => {
  const isOnly = isLast(secret, secrets);
  return (
    <ConfirmDialog
      title={`End the secret ${secretLabel(secret)}?`}
      yes={isOnly ? "End it all the same" : "End it now"}
      no="Keep it"
      isDangerous
      isBusy={action.isBusy}
      onYes={() =>
        void change(
          "secret/end",
          { secret_id: secret.secret_id, even_last: isOnly },
          "The secret is refused from now on.",
        )
      }
      onNo={close}
    >
      <p>
        It <LastUse at={secret.used_at} />. Applications that use it are refused within a second,
        and every session that signed in here with it ends.
      </p>
      {isOnly && (
        <p>
          <strong>
            {secrets.length === 1
              ? "It is the last secret that works: the client can then call nothing."
              : "It is the last secret that may do everything and has no end."}
          </strong>
        </p>
      )}
      <ResultLine {...action} />
    </ConfirmDialog>
  );
};
