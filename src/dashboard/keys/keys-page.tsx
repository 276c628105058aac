import { useState } from "preact/hooks";
import type {
  DashboardAnswer,
  SecretPlaces,
  ShownKeys,
} from "../../protocol/dashboard/dashboard.ts";
import type { Controller } from "../session/controller.ts";
import type { PageProps } from "../session/page.ts";
import type { ClientState } from "../session/state.ts";
import { ChooseClient } from "../ui/choose-client.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { ForRole } from "../ui/for-role.tsx";
import { ResultLine, useAction } from "../ui/use-action.tsx";
import { EndSecret } from "./end-secret.tsx";
import { RotateSecret } from "./rotate-secret.tsx";
import { type SecretChoices, SecretForm } from "./secret-form.tsx";
import { SecretTable } from "./secret-table.tsx";

/** Shows one client's keys: its ids, and its secrets, which can be made, changed, rotated and ended. */
export const KeysPage = ({ state, ...props }: PageProps) =>
  state.view === "CLIENT" ? (
    <Keys key={state.answer.client.client_id} {...props} state={state} />
  ) : (
    <ChooseClient {...props} reason="Each client has keys of its own." />
  );

/** The open dialog and its secret; null for a new secret. */
type Question = { about: "add" | "change" | "rotate" | "end"; secretId: string | null };

type Answer = DashboardAnswer & { keys?: ShownKeys; places?: SecretPlaces };

const Keys = ({ state, controller }: { state: ClientState; controller: Controller }) => {
  const { client } = state.answer;
  const { secrets } = client;
  const [question, setQuestion] = useState<Question | null>(null);
  const [places, setPlaces] = useState<(SecretPlaces & { isEnded: boolean }) | null>(null);
  const action = useAction<Answer>(controller);
  // A new dialog opens without the previous dialog's success.
  const failed = {
    ...action,
    result: action.result?.kind === "failure" ? action.result : null,
  };
  const secret = secrets.find(({ secret_id }) => secret_id === question?.secretId) ?? null;
  const close = (): void => setQuestion(null);
  const change = async (path: string, body: object, success: string): Promise<void> => {
    const answer = await action.run(path, body, success);
    if (!answer) return;
    close();
    setPlaces(answer.places ? { ...answer.places, isEnded: path === "secret/end" } : null);
    if (answer.keys) controller.showKeys(answer.keys);
    controller.accept(answer);
    document.getElementById("secrets")?.focus();
  };
  const ask = (next: Question): void => {
    action.clear();
    setQuestion(next);
  };
  const save = (choices: SecretChoices, own: object): void => {
    if (secret) void change("secret/change", { secret_id: secret.secret_id, ...own }, "Saved.");
    else void change("secret/add", choices, "The new secret works, and so do the others.");
  };
  return (
    <>
      <p class="lead">
        Your server sends the client_id and a secret with each call. Keep secrets out of pages and
        repositories, and give each application one of its own.
      </p>
      <dl class="card ids">
        {(["client_id", "public_key"] as const).map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code class="key">{client[name]}</code>
              <CopyButton text={client[name]} name={name} />
            </dd>
          </div>
        ))}
      </dl>
      <ForRole least="admin">
        <section aria-labelledby="secrets">
          <div class="bar">
            <h2 id="secrets" tabIndex={-1}>
              Secrets
            </h2>
            <button
              type="button"
              class="button primary small"
              onClick={() => ask({ about: "add", secretId: null })}
            >
              Create a secret…
            </button>
          </div>
          {secrets.length === 0 ? (
            <div class="empty">
              <h2>No secret works</h2>
              <p>The client can call nothing until it has one.</p>
            </div>
          ) : (
            <SecretTable
              secrets={secrets}
              ask={(about, { secret_id }) => ask({ about, secretId: secret_id })}
            />
          )}
          {question === null && <ResultLine {...action} />}
          {places && <Places {...places} />}
        </section>
      </ForRole>
      {(question?.about === "add" || (question?.about === "change" && secret)) && (
        <SecretForm {...{ secret, controller, save, close }} action={failed} />
      )}
      {question?.about === "rotate" && secret && (
        <RotateSecret {...{ secret, change, close }} action={failed} />
      )}
      {question?.about === "end" && secret && (
        <EndSecret {...{ secret, secrets, change, close }} action={failed} />
      )}
    </>
  );
};

/** Shows the required or finished steps if the server itself uses the ending secret. */
const Places = ({ file, variable, isEnded }: SecretPlaces & { isEnded: boolean }) => (
  <>
    {file === "renewed" && (
      <p class="old-secret">
        <code>keys.json</code> in the server’s data folder has the new secret.
      </p>
    )}
    {file === "stale" && (
      <p class="notice failure" role="alert">
        {isEnded
          ? "keys.json in the server’s data folder has this secret: put another one there, or remove the file."
          : "keys.json in the server’s data folder still has the old secret, since it cannot be written: put the new one there, or remove the file."}
      </p>
    )}
    {variable && (
      <p class="notice failure" role="alert">
        The server was started with SERVICE_LINK_SECRET, which is{" "}
        {isEnded
          ? "this secret: set it to another one before the next start, which is refused otherwise."
          : "the secret that ends: set it to the new one before. A start after that end is refused."}
      </p>
    )}
  </>
);
