import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import type { DashboardAnswer, SecretPlaces, ShownKeys } from "../../protocol/dashboard.ts";
import type { Controller } from "../controller.ts";
import type { ClientState } from "../state.ts";
import { NewKeys } from "../ui/new-keys.tsx";
import { ResultLine } from "../ui/result-line.tsx";
import { timeText } from "../ui/time.ts";
import { useAction } from "../ui/use-action.ts";

/** For how long the old secret may work beside a new one, in hours. */
const OVERLAPS = [
  [24, "for a day"],
  [168, "for a week"],
  [1, "for an hour"],
  [0, "no longer: refuse it at once"],
] as const;

type SecretProps = { state: ClientState; controller: Controller };

/** Gives the client another secret, while the old one may still work; and ends that one. */
export const SecretCard = ({ state, controller }: SecretProps) => {
  const { old_secret_until: oldUntil } = state.answer.client;
  const [keys, setKeys] = useState<{ keys: ShownKeys; places: SecretPlaces } | null>(null);
  const rotation = useAction<DashboardAnswer & { keys: ShownKeys; places: SecretPlaces }>(
    controller,
  );
  const ending = useAction<DashboardAnswer>(controller);
  const rotate = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const hours = Number(new FormData(event.currentTarget).get("overlap"));
    const answer = await rotation.run(
      "secret/rotate",
      { overlap_hours: hours },
      hours === 0 ? "The old secret is refused from now on." : "Both secrets work for now.",
    );
    if (!answer) return;
    setKeys(answer);
    controller.accept(answer);
  };
  const endOld = async (): Promise<void> => {
    const answer = await ending.run("secret/end-old", {}, "Only the new secret works now.");
    if (answer) controller.accept(answer);
  };
  return (
    <section class="card" aria-labelledby="secret-card">
      <h2 id="secret-card">Secret</h2>
      <p class="lead">
        A new secret works at once. Put it where your application reads it, while the old one still
        works.
      </p>
      <form class="add" onSubmit={rotate}>
        <label for="overlap">The old secret works</label>
        <div>
          <select id="overlap" name="overlap" class="text">
            {OVERLAPS.map(([hours, text]) => (
              <option key={hours} value={hours}>
                {text}
              </option>
            ))}
          </select>
          <button type="submit" class="button" aria-disabled={rotation.isBusy}>
            {rotation.isBusy ? "Rotating…" : "Rotate the secret"}
          </button>
        </div>
        <ResultLine {...rotation} />
      </form>
      {keys && (
        <>
          <NewKeys keys={keys.keys} onClose={() => setKeys(null)} />
          <Places {...keys.places} />
        </>
      )}
      {oldUntil !== null && (
        <p class="old-secret">
          The old secret works until <time class="date">{timeText(oldUntil)}</time>.{" "}
          <button type="button" class="link" aria-disabled={ending.isBusy} onClick={endOld}>
            Refuse it from now on
          </button>
        </p>
      )}
      <ResultLine {...ending} />
    </section>
  );
};

/** What is to be done, or was done, where the server itself has the secret. */
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
        The server was started with SERVICE_LINK_SECRET: set it to the new secret before the next
        start, which is refused otherwise.
      </p>
    )}
  </>
);
