import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import type {
  DashboardAnswer,
  DashboardSecret,
  SecretPlaces,
  ShownKeys,
} from "../../protocol/dashboard.ts";
import type { Controller } from "../controller.ts";
import { NewKeys } from "../ui/new-keys.tsx";
import { ResultLine, useAction } from "../ui/use-action.tsx";

/** How long the other secrets may work in addition to a new one, in hours; "" for no end. */
const OVERLAPS = [
  ["24", "for a day more"],
  ["168", "for a week more"],
  ["1", "for an hour more"],
  ["0", "no longer: refuse them at once"],
  ["", "without an end"],
] as const;

type Rotation = DashboardAnswer & { keys: ShownKeys; places: SecretPlaces };
type RotateProps = { secrets: readonly DashboardSecret[]; controller: Controller };

/** Adds a secret to the client and shows it this once; the others end, unless they are to work on. */
export const RotateSecret = ({ secrets, controller }: RotateProps) => {
  const [overlap, setOverlap] = useState("24");
  const [shown, setShown] = useState<Rotation | null>(null);
  const action = useAction<Rotation>(controller);
  const isAddition = overlap === "";
  const rotate = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const name = String(new FormData(form).get("name")).trim();
    const hours = isAddition ? null : Number(overlap);
    const answer = await action.run(
      "secret/rotate",
      { overlap_hours: hours, name },
      successText(hours, secrets),
    );
    if (!answer) return;
    form.reset();
    setOverlap("24");
    setShown(answer);
    controller.accept(answer);
  };
  return (
    <>
      <form class="add" onSubmit={rotate}>
        <div class="secret-fields">
          <div class="field">
            <label for="secret-name">Name of a new secret, if you like</label>
            <input id="secret-name" name="name" class="text" maxLength={60} autocomplete="off" />
          </div>
          <div class="field">
            <label for="overlap">The others work</label>
            <select
              id="overlap"
              class="text"
              value={overlap}
              onChange={({ currentTarget }) => setOverlap(currentTarget.value)}
            >
              {OVERLAPS.map(([hours, text]) => (
                <option key={hours} value={hours}>
                  {text}
                </option>
              ))}
            </select>
          </div>
        </div>
        <p class="actions">
          <button type="submit" class="button" aria-disabled={action.isBusy}>
            {action.isBusy ? "Making it…" : isAddition ? "Add a secret" : "Rotate the secret"}
          </button>
        </p>
        <ResultLine {...action} />
      </form>
      {shown && (
        <>
          <NewKeys keys={shown.keys} onClose={() => setShown(null)} />
          <Places {...shown.places} />
        </>
      )}
    </>
  );
};

/** Returns the result for the other secrets: an end promised before still holds. */
function successText(hours: number | null, secrets: readonly DashboardSecret[]): string {
  if (hours === null) return "The new secret works, and so do the others.";
  const hasPromise = secrets.some(({ ends_at: endsAt }) => endsAt !== null);
  if (hours > 0) return "The new secret works, and the others until their ends.";
  return hasPromise
    ? "The old secret is refused from now on. Those that had an end work until then: end them in the list."
    : "The old secret is refused from now on.";
}

/** Says what to do, or what was done, if the server itself uses the secret that ends. */
const Places = ({ file, variable }: SecretPlaces) => (
  <>
    {file === "renewed" && (
      <p class="old-secret">
        <code>keys.json</code> in the server’s data folder has the new secret.
      </p>
    )}
    {file === "stale" && (
      <p class="notice failure" role="alert">
        keys.json in the server’s data folder still has the old secret, since it cannot be written:
        put the new one there, or remove the file.
      </p>
    )}
    {variable && (
      <p class="notice failure" role="alert">
        The server was started with SERVICE_LINK_SECRET, which is a secret that ends: set it to the
        new one before. A start after that end is refused.
      </p>
    )}
  </>
);
