import type { TargetedSubmitEvent } from "preact";
import type { Desk } from "./desk.ts";
import type { ClientState } from "./state.ts";
import { ToldLine } from "./told-line.tsx";

type OriginsProps = { state: ClientState; desk: Desk };

/** The origins whose pages may show Link; each can be removed, and others added. */
export const OriginsCard = ({ state, desk }: OriginsProps) => {
  const { answer, busy, told } = state;
  const { allowed_origins } = answer.client;
  return (
    <section class="card" aria-labelledby="origins">
      <h2 id="origins">Allowed origins</h2>
      <p class="lead">
        Pages of these origins may show Link.
        {answer.environment === "sandbox" &&
          " In the sandbox, so may any page that this machine serves by http."}
      </p>
      {allowed_origins.length === 0 ? (
        <p class="none">No origin is registered yet.</p>
      ) : (
        <ul class="rows">
          {allowed_origins.map((origin) => (
            <li key={origin}>
              <span>{origin}</span>
              <button
                type="button"
                class="button small"
                aria-label={`Remove ${origin}`}
                aria-disabled={busy !== null}
                onClick={() => desk.disallow(origin)}
              >
                {isGoing(busy, origin) ? "Removing…" : "Remove"}
              </button>
            </li>
          ))}
        </ul>
      )}
      <ToldLine id="origins-told" told={told} about="origins">
        <PutBack {...{ state, desk }} />
      </ToldLine>
      <AddOrigin {...{ state, desk }} />
    </section>
  );
};

const PutBack = ({ state: { told }, desk }: OriginsProps) => {
  const origin = told?.removed;
  if (origin === undefined) return null;
  return (
    <button type="button" id="put-back" class="link" onClick={() => desk.allow(origin)}>
      Put it back
    </button>
  );
};

const AddOrigin = ({ state: { busy, told }, desk }: OriginsProps) => {
  const isWrong = told?.about === "origin";
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    if (await desk.allow(String(new FormData(form).get("origin")))) form.reset();
  };
  return (
    <form class="add" onSubmit={submit} noValidate>
      <label for="origin">Add an origin</label>
      <div>
        <input
          id="origin"
          name="origin"
          class="text"
          inputmode="url"
          placeholder="https://shop.example"
          maxLength={300}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          aria-invalid={isWrong}
          aria-describedby="origin-told"
        />
        <button type="submit" class="button" aria-disabled={busy !== null}>
          {busy === "allow" ? "Adding…" : "Add"}
        </button>
      </div>
      <ToldLine id="origin-told" told={told} about="origin" />
    </form>
  );
};

const isGoing = (busy: ClientState["busy"], origin: string): boolean =>
  typeof busy === "object" && busy?.disallow === origin;
