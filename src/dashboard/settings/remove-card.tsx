import type { TargetedSubmitEvent } from "preact";
import type { Controller } from "../session/controller.ts";
import type { Router } from "../session/route.ts";
import type { ClientState } from "../session/state.ts";
import { TextField } from "../ui/form-fields.tsx";
import { LastUse } from "../ui/time.tsx";
import { ResultLine, useAction } from "../ui/use-action.tsx";
import { lastUse } from "./last-use.ts";

type RemoveProps = { state: ClientState; controller: Controller; router: Router };

/** Removes a client for good, after the operator types its client_id. */
export const RemoveCard = ({ state, controller, router }: RemoveProps) => {
  const { client } = state.answer;
  const { client_id: id, name } = client;
  const action = useAction<{ live_items: number }>(controller);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const confirm = String(fields.get("confirm")).trim();
    if (confirm !== id) return action.refuse("Type its client_id, letter by letter.");
    const goOn = router.navigateIfStillHere();
    const body = { id, confirm, with_items: fields.has("with-items") };
    if (await action.run("clients/remove", body, `${name || id} is removed.`))
      goOn("/dashboard/clients");
  };
  return (
    <section class="card" aria-labelledby="remove-client">
      <h2 id="remove-client">Remove this client</h2>
      <p class="lead">
        Its keys, Link sessions, consents, Asset Reports and webhooks are deleted for good, and its
        calls are refused. Its past use is still billed. Its secret <LastUse at={lastUse(client)} />
        .
      </p>
      <form class="add" onSubmit={submit} noValidate>
        <TextField
          name="confirm"
          id="confirm-removal"
          label={
            <>
              Type <code>{id}</code> to remove it
            </>
          }
          maxLength={200}
        />
        <div class="ticks">
          <label>
            <input type="checkbox" name="with-items" />
            <span>Also its live Items, whose access at institutions ends</span>
          </label>
        </div>
        <p class="actions">
          <button type="submit" class="button danger" aria-disabled={action.isBusy}>
            {action.isBusy ? "Removing…" : "Remove for good"}
          </button>
        </p>
        <ResultLine {...action} />
      </form>
    </section>
  );
};
