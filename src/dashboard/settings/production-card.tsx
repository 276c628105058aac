import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import type { DashboardAnswer } from "../../protocol/dashboard/dashboard.ts";
import type { Controller } from "../session/controller.ts";
import type { ClientState } from "../session/state.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { TextField } from "../ui/form-fields.tsx";
import { LastUse, timeText } from "../ui/time.tsx";
import { ResultLine, useAction } from "../ui/use-action.tsx";
import { lastUse } from "./last-use.ts";

type ProductionProps = { state: ClientState; controller: Controller };

/** Requests and grants a client's production access, on a production server. */
export const ProductionCard = ({ state, controller }: ProductionProps) => {
  const { client, operator } = state.answer;
  const { state: access, requested_at: requestedAt, note } = client.production_access;
  const action = useAction<DashboardAnswer>(controller);
  const [isAsked, setAsked] = useState(false);
  const run = async (path: string, body: object, success: string): Promise<void> => {
    const answer = await action.run(path, body, success);
    setAsked(false);
    if (answer) controller.accept(answer);
  };
  const change = (isGranted: boolean, success: string) => () =>
    run("production/change", { id: client.client_id, granted: isGranted }, success);
  return (
    <section class="card" aria-labelledby="production">
      <h2 id="production">Production access</h2>
      <p class="lead">{LEAD[access]}</p>
      {requestedAt !== null && (
        <div class="request">
          <p>
            Requested on <time class="date">{timeText(requestedAt)}</time>
          </p>
          {note !== "" && <blockquote>{note}</blockquote>}
        </div>
      )}
      {operator ? (
        <p class="actions">
          {access !== "granted" && (
            <button
              type="button"
              class="button primary"
              aria-disabled={action.isBusy}
              onClick={change(true, "Production access is granted.")}
            >
              Grant production access
            </button>
          )}
          {access === "requested" && (
            <button
              type="button"
              class="button"
              aria-disabled={action.isBusy}
              onClick={change(false, "The request is refused. The client may ask again.")}
            >
              Refuse
            </button>
          )}
          {access === "granted" && (
            <button
              type="button"
              class="button"
              aria-disabled={action.isBusy}
              onClick={() => setAsked(true)}
            >
              Withdraw access…
            </button>
          )}
        </p>
      ) : (
        access === "none" && (
          <RequestForm
            isBusy={action.isBusy}
            onRequest={(text) =>
              run("production/request", { note: text }, "The operator sees your request now.")
            }
          />
        )
      )}
      <ResultLine {...action} />
      {isAsked && (
        <ConfirmDialog
          title="Withdraw production access?"
          yes="Withdraw access"
          no="Keep it"
          isDangerous
          isBusy={action.isBusy}
          onYes={change(false, "Its calls are refused from now on.")}
          onNo={() => setAsked(false)}
        >
          <p>
            Its calls are refused at once. Its secret <LastUse at={lastUse(client)} />.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
};

const LEAD = {
  none: "Calls with these keys are refused until the operator grants production access. Production use is billed.",
  requested: "Calls with these keys are refused until the operator grants production access.",
  granted: "Granted: calls with these keys succeed, and usage is billed.",
};

const RequestForm = ({
  isBusy,
  onRequest,
}: {
  isBusy: boolean;
  onRequest(note: string): Promise<void>;
}) => {
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void onRequest(String(new FormData(event.currentTarget).get("note")).trim());
  };
  return (
    <form class="add" onSubmit={submit}>
      <TextField
        name="note"
        id="production-note"
        label="Its purpose, and whom to ask"
        rows={3}
        maxLength={500}
      />
      <p class="actions">
        <button type="submit" class="button primary" aria-disabled={isBusy}>
          {isBusy ? "Requesting…" : "Request production access"}
        </button>
      </p>
    </form>
  );
};
