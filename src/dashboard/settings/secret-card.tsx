import { useState } from "preact/hooks";
import type { DashboardAnswer, DashboardSecret, SecretPlaces } from "../../protocol/dashboard.ts";
import type { Controller } from "../controller.ts";
import type { ClientState } from "../state.ts";
import { Time, timeText } from "../ui/time.tsx";
import { type Action, ResultLine, useAction } from "../ui/use-action.tsx";
import { RotateSecret } from "./rotate-secret.tsx";

type SecretProps = { state: ClientState; controller: Controller };

/** The open question about a secret. */
type Question = { about: "name" | "end"; secretId: string };

/** Lists the client's secrets that work; each can be named and ended, and others added. */
export const SecretCard = ({ state, controller }: SecretProps) => {
  const { secrets } = state.answer.client;
  const [question, setQuestion] = useState<Question | null>(null);
  const [places, setPlaces] = useState<SecretPlaces | null>(null);
  const action = useAction<DashboardAnswer & { places?: SecretPlaces }>(controller);
  const change = async (path: string, body: object, success: string): Promise<void> => {
    const answer = await action.run(path, body, success);
    if (!answer) return;
    setQuestion(null);
    setPlaces(answer.places ?? null);
    controller.accept(answer);
    document.getElementById("secret-card")?.focus();
  };
  return (
    <section class="card" aria-labelledby="secret-card">
      <h2 id="secret-card" tabIndex={-1}>
        Secrets
      </h2>
      <p class="lead">
        Several secrets may work at once. Add one, put it where your application reads it, and end
        the one before.
      </p>
      {secrets.length === 0 ? (
        <p class="none">No secret works: the client can call nothing until it has one.</p>
      ) : (
        <div class="table secrets">
          <table aria-label="Secrets that work">
            <thead>
              <tr>
                {["Secret", "Created", "Last used", "Ends", ""].map((name) => (
                  <th key={name} scope="col">
                    {name || <span class="visually-hidden">Actions</span>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {secrets.map((secret) => (
                <SecretRow
                  key={secret.secret_id}
                  {...{ secret, action, change }}
                  isLast={secrets.length === 1}
                  asked={question?.secretId === secret.secret_id ? question.about : null}
                  ask={(about) => setQuestion(about && { about, secretId: secret.secret_id })}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <ResultLine {...action} />
      {places && <Places {...places} />}
      <RotateSecret {...{ secrets, controller }} />
    </section>
  );
};

type RowProps = {
  secret: DashboardSecret;
  /** Whether no other secret works. */
  isLast: boolean;
  asked: Question["about"] | null;
  ask(about: Question["about"] | null): void;
  action: Pick<Action<unknown>, "isBusy">;
  change(path: string, body: object, success: string): Promise<void>;
};

/** A secret with the open question about it. */
const SecretRow = ({ secret, isLast, asked, ask, action, change }: RowProps) => {
  const { secret_id, name, last_four: lastFour } = secret;
  const label = name || (lastFour ? `…${lastFour}` : "without a name");
  return (
    <>
      <tr>
        <td>
          {name !== "" && <bdi>{name}</bdi>}
          <small>{lastFour ? <code>…{lastFour}</code> : "last characters not kept"}</small>
        </td>
        <td data-head="Created">
          <Time at={secret.created_at} />
        </td>
        <td data-head="Last used">
          {secret.used_at === null ? "never" : <Time at={secret.used_at} />}
        </td>
        <td data-head="Ends">
          {secret.ends_at === null ? (
            "no end"
          ) : (
            <time dateTime={new Date(secret.ends_at).toISOString()}>
              {timeText(secret.ends_at).slice(0, -3)}
            </time>
          )}
        </td>
        <td>
          <button
            type="button"
            class="button small"
            aria-label={`Name the secret ${label}`}
            aria-expanded={asked === "name"}
            onClick={() => ask(asked === "name" ? null : "name")}
          >
            Name…
          </button>
          <button
            type="button"
            class="button small"
            aria-label={`End the secret ${label} now`}
            aria-expanded={asked === "end"}
            onClick={() => ask(asked === "end" ? null : "end")}
          >
            End now…
          </button>
        </td>
      </tr>
      {asked && (
        <tr class="question">
          <td colSpan={5}>
            {asked === "name" ? (
              <form
                onSubmit={(event) => {
                  event.preventDefault();
                  const text = String(new FormData(event.currentTarget).get("name")).trim();
                  void change(
                    "secret/name",
                    { secret_id, name: text },
                    text ? "The secret is named." : "The secret has no name now.",
                  );
                }}
              >
                <label for="secret-rename">Name of the secret</label>
                <p class="actions">
                  <input
                    id="secret-rename"
                    name="name"
                    class="text"
                    ref={focus}
                    defaultValue={name}
                    maxLength={60}
                    autocomplete="off"
                  />
                  <button type="submit" class="button" aria-disabled={action.isBusy}>
                    Save
                  </button>
                </p>
              </form>
            ) : (
              <>
                <p>
                  Applications that use it are refused within a second, and every session that
                  signed in here with it ends.
                  {isLast && " It is the last secret that works: the client can then call nothing."}
                </p>
                <p class="actions">
                  <button
                    type="button"
                    class="button danger small"
                    aria-disabled={action.isBusy}
                    onClick={() =>
                      change(
                        "secret/end",
                        { secret_id, even_last: isLast },
                        "The secret is refused from now on.",
                      )
                    }
                  >
                    {isLast ? "Yes, end the last one" : "Yes, end it now"}
                  </button>
                  <button type="button" class="button small" ref={focus} onClick={() => ask(null)}>
                    Keep it
                  </button>
                </p>
              </>
            )}
          </td>
        </tr>
      )}
    </>
  );
};

const focus = (element: HTMLElement | null): void => element?.focus();

/** Says what to do next if the server itself uses the secret that ended. */
const Places = ({ file, variable }: SecretPlaces) => (
  <>
    {file === "stale" && (
      <p class="notice failure" role="alert">
        keys.json in the server’s data folder has this secret: put another one there, or remove the
        file.
      </p>
    )}
    {variable && (
      <p class="notice failure" role="alert">
        The server was started with SERVICE_LINK_SECRET, which is this secret: set it to another one
        before the next start, which is refused otherwise.
      </p>
    )}
  </>
);
