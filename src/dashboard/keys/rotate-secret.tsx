import { useState } from "preact/hooks";
import type { DashboardSecret } from "../../protocol/dashboard/dashboard.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { LabelledField } from "../ui/form-fields.tsx";
import { LastUse } from "../ui/time.tsx";
import { type Action, ResultLine } from "../ui/use-action.tsx";
import { secretLabel } from "./secret-label.ts";

/** The hours for which the old secret still works. */
const OVERLAPS = [
  [24, "for a day more"],
  [168, "for a week more"],
  [1, "for an hour more"],
  [0, "no longer: refuse it at once"],
] as const;

type RotateProps = {
  secret: DashboardSecret;
  action: Action<unknown>;
  change(path: string, body: object, success: string): Promise<void>;
  close(): void;
};

/** Asks how long the old secret still works, and shows its last use. */
export const RotateSecret = ({ secret, action, change, close }: RotateProps) => {
  const [hours, setHours] = useState(24);
  const { secret_id } = secret;
  return (
    <ConfirmDialog
      title={`Rotate the secret ${secretLabel(secret)}?`}
      yes="Rotate it"
      no="Keep it as it is"
      isDangerous={hours === 0}
      isBusy={action.isBusy}
      onYes={() =>
        void change(
          "secret/rotate",
          { secret_id, overlap_hours: hours },
          hours === 0
            ? "The old secret is refused from now on."
            : "The new secret works, and the old one until its end.",
        )
      }
      onNo={close}
    >
      <p>
        It <LastUse at={secret.used_at} />. The new one has the same name, and may do the same.
      </p>
      <LabelledField name="overlap" label="The old secret works">
        <select
          id="overlap"
          class="text"
          value={hours}
          onChange={({ currentTarget }) => setHours(Number(currentTarget.value))}
        >
          {OVERLAPS.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </LabelledField>
      <ResultLine {...action} />
    </ConfirmDialog>
  );
};
