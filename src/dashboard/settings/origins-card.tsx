import type { TargetedSubmitEvent } from "preact";
import type { Controller } from "../session/controller.ts";
import { NoticeLine } from "../session/notice-line.tsx";
import type { ClientState } from "../session/state.ts";
import { readField } from "../ui/read-field.ts";

type OriginsProps = { state: ClientState; controller: Controller };

/** Lists the origins whose pages may show Link. Origins can be removed and added. */
export const OriginsCard = ({ state, controller }: OriginsProps) => {
  const { answer, busy, notice } = state;
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
                onClick={() => controller.removeOrigin(origin)}
              >
                {isRemoval(busy, origin) ? "Removing…" : "Remove"}
              </button>
            </li>
          ))}
        </ul>
      )}
      <NoticeLine id="origins-notice" notice={notice} about="origins">
        <UndoRemoval {...{ state, controller }} />
      </NoticeLine>
      <AddOrigin {...{ state, controller }} />
    </section>
  );
};

const UndoRemoval = ({ state: { notice }, controller }: OriginsProps) => {
  const origin = notice?.undoOrigin;
  if (origin === undefined) return null;
  return (
    <button
      type="button"
      id="undo-removal"
      class="link"
      onClick={() => controller.addOrigin(origin)}
    >
      Put it back
    </button>
  );
};

const AddOrigin = ({ state: { busy, notice }, controller }: OriginsProps) => {
  const isInvalid = notice?.about === "origin";
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const { text, clear } = readField(event.currentTarget);
    if (await controller.addOrigin(text)) clear();
  };
  return (
    <form
      class="add"
      onSubmit={submit}
      onInput={() => isInvalid && controller.clearFailure()}
      noValidate
    >
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
          aria-invalid={isInvalid}
          aria-describedby="origin-notice"
        />
        <button type="submit" class="button" aria-disabled={busy !== null}>
          {busy === "add-origin" ? "Adding…" : "Add"}
        </button>
      </div>
      <NoticeLine id="origin-notice" notice={notice} about="origin" />
    </form>
  );
};

const isRemoval = (busy: ClientState["busy"], origin: string): boolean =>
  typeof busy === "object" && busy?.removeOrigin === origin;
