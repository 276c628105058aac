import type { DashboardInstitutionDetails } from "../../protocol/dashboard-overview.ts";
import type { Controller } from "../controller.ts";
import { CheckCard } from "./check/check-card.tsx";
import { ConnectionCard } from "./connection-card.tsx";
import { RemoveInstitution } from "./remove-institution.tsx";

type OwnProps = {
  id: string;
  answer: DashboardInstitutionDetails;
  controller: Controller;
  onChange(): void;
  onRemove(): void;
};

/** What the operator does with an institution of their own. */
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
