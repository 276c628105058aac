import { useState } from "preact/hooks";
import type { DashboardInstitutionDetails } from "../../protocol/dashboard-overview.ts";
import type { Controller } from "../controller.ts";
import { ResultLine } from "../ui/result-line.tsx";
import { useAction } from "../ui/use-action.ts";
import { CheckCard } from "./check/check-card.tsx";
import { ConnectionCard } from "./connection-card.tsx";

type OwnProps = {
  id: string;
  answer: DashboardInstitutionDetails;
  controller: Controller;
  onChange(): void;
  onRemove(): void;
};

/** The operator's actions on an institution that they have added. */
export const OwnInstitution = ({ id, answer, controller, onChange, onRemove }: OwnProps) => {
  const { connection } = answer;
  const liveItems = answer.live_items ?? 0;
  return (
    <>
      <ConnectionCard {...{ id, connection, liveItems, controller, onChange }} />
      {connection && (
        <CheckCard {...{ id, controller }} isApprovedInApp={connection.flow === "ciba"} />
      )}
      <RemoveInstitution {...{ id, liveItems, controller, onRemove }} />
    </>
  );
};

type RemoveProps = { id: string; liveItems: number; controller: Controller; onRemove(): void };

/** Removes an institution that the operator has added, after it says what becomes of its Items. */
const RemoveInstitution = ({ id, liveItems, controller, onRemove }: RemoveProps) => {
  const [isAsking, setAsking] = useState(false);
  const action = useAction<object>(controller);
  const remove = async (): Promise<void> => {
    setAsking(false);
    if (await action.run("institutions/remove", { institution_id: id }, "It is removed."))
      onRemove();
  };
  return (
    <section class="card" aria-labelledby="remove">
      <h2 id="remove">Remove this institution</h2>
      <p class="lead">
        {liveItems > 0
          ? `${liveItems === 1 ? "One Item is" : `${liveItems.toLocaleString("en")} Items are`} linked there, so that it cannot be removed. ` +
            "Remove them by /item/remove first, or import it with supported set to false: they stay, and nobody connects to it any more."
          : "No Item is linked there. Link lists it no longer, and its connection is deleted with its secrets."}
      </p>
      {liveItems === 0 && (
        <div class="actions">
          {isAsking ? (
            <>
              <button type="button" class="button danger small" onClick={remove}>
                Yes, remove it
              </button>
              <button type="button" class="button small" onClick={() => setAsking(false)}>
                Keep it
              </button>
            </>
          ) : (
            <button type="button" class="button small" onClick={() => setAsking(true)}>
              Remove…
            </button>
          )}
        </div>
      )}
      <ResultLine {...action} />
    </section>
  );
};
