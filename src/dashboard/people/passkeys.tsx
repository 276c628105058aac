import { useState } from "preact/hooks";
import type {
  DashboardPasskeys,
  NewPasskeyChallenge,
} from "../../protocol/dashboard/dashboard-people.ts";
import type { Controller } from "../session/controller.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { LastUse, Time } from "../ui/time.tsx";
import { ResultLine, useAction } from "../ui/use-action.tsx";
import { ReadFailure, useQuery } from "../ui/use-query.tsx";
import { FreshSignIn, needsSignIn } from "./fresh-sign-in.tsx";
import { makePasskey } from "./passkey.ts";
import { Table } from "./people-tables.tsx";

/** The member's own passkeys, which the member adds and removes. */
export const Passkeys = ({ controller }: { controller: Controller }) => {
  const query = useQuery<DashboardPasskeys>(controller, "people/passkeys", {});
  const action = useAction<object>(controller);
  const [asked, setAsked] = useState<DashboardPasskeys["passkeys"][number] | null>(null);
  const add = async (): Promise<void> => {
    const challenge = await action.run("people/passkey/start", {}, "");
    if (!challenge) return;
    const body = await makePasskey(challenge as NewPasskeyChallenge);
    if (!body) return action.refuse("No passkey was added.");
    if (await action.run("people/passkey/add", body, "The passkey signs you in from now on."))
      query.reload();
  };
  const remove = async (passkey_id: string): Promise<void> => {
    if (await action.run("people/passkey/remove", { passkey_id }, "The passkey is removed."))
      query.reload();
    setAsked(null);
    document.getElementById("passkeys")?.focus();
  };
  const passkeys = query.answer?.passkeys ?? [];
  const isOnlyWay = query.answer?.has_password === false;
  const isStale = needsSignIn(action);
  return (
    <section aria-labelledby="passkeys">
      <div class="bar">
        <h2 id="passkeys" tabIndex={-1}>
          Your passkeys
        </h2>
        <button type="button" class="button small" aria-disabled={action.isBusy} onClick={add}>
          Add a passkey…
        </button>
      </div>
      <ReadFailure {...query} />
      {query.answer && passkeys.length === 0 && (
        <p class="none">
          A passkey signs you in by this device’s lock or a security key, without password and code.
        </p>
      )}
      {isOnlyWay && (
        <p class="hint">
          You have no password: passkeys are your only way to sign in, and the last one stays. Keep
          another one on a second device or a security key.
        </p>
      )}
      {passkeys.length > 0 && (
        <Table label="Your passkeys" columns={["Added with", "Added", "Last used"]}>
          {passkeys.map((passkey) => (
            <tr key={passkey.passkey_id}>
              <td>{passkey.name}</td>
              <td data-head="Added">
                <Time at={passkey.created_at} />
              </td>
              <td data-head="Last used">
                {passkey.used_at === null ? "never" : <Time at={passkey.used_at} />}
              </td>
              <td>
                {!(isOnlyWay && passkeys.length === 1) && (
                  <button
                    type="button"
                    class="link"
                    aria-label={`Remove the passkey of ${passkey.name}`}
                    onClick={() => setAsked(passkey)}
                  >
                    Remove…
                  </button>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {asked && (
        <ConfirmDialog
          title={`Remove the passkey of ${asked.name}?`}
          yes="Remove"
          no="Keep it"
          isDangerous
          isBusy={action.isBusy}
          onYes={() => void remove(asked.passkey_id)}
          onNo={() => setAsked(null)}
        >
          <p>
            It <LastUse at={asked.used_at} />. The sessions that it has opened end at once.
          </p>
        </ConfirmDialog>
      )}
      {isStale && (
        <FreshSignIn controller={controller} purpose="change your passkeys" onNo={action.clear} />
      )}
      <ResultLine {...action} result={action.result?.text && !isStale ? action.result : null} />
    </section>
  );
};
