import type { TargetedSubmitEvent } from "preact";
import type { DashboardAnswer } from "../../protocol/dashboard/dashboard.ts";
import type { Controller } from "../session/controller.ts";
import type { ClientState } from "../session/state.ts";
import { readField } from "../ui/read-field.ts";
import { ResultLine, useAction } from "../ui/use-action.tsx";

type RedirectUrisProps = { state: ClientState; controller: Controller };

/** Lists the pages for users' return from their institution. Pages can be removed and added. */
export const RedirectUrisCard = ({ state, controller }: RedirectUrisProps) => {
  const { redirect_uris: uris } = state.answer.client;
  const removal = useAction<DashboardAnswer>(controller);
  const remove = async (uri: string, button: HTMLButtonElement): Promise<void> => {
    const answer = await removal.run("redirect-uri/disallow", { uri }, `${uri} is removed.`);
    if (!answer) return;
    controller.accept(answer);
    // The button disappears, but the user may have moved the focus to another field.
    const { activeElement } = document;
    if (activeElement === button || activeElement === document.body)
      document.getElementById("redirect-uri")?.focus();
  };
  return (
    <section class="card" aria-labelledby="redirect-uris">
      <h2 id="redirect-uris">Redirect URIs</h2>
      <p class="lead">
        A user who signed in at their institution's own site comes back to one of these pages, which
        a link token names as its <code>redirect_uri</code>.
        {state.answer.environment === "sandbox" &&
          " In the sandbox, it may also be any page of this machine."}
      </p>
      {uris.length === 0 ? (
        <p class="none">No redirect URI is registered yet.</p>
      ) : (
        <ul class="rows">
          {uris.map((uri) => (
            <li key={uri}>
              <span>{uri}</span>
              <button
                type="button"
                class="button small"
                aria-label={`Remove ${uri}`}
                aria-disabled={removal.isBusy}
                onClick={({ currentTarget }) => remove(uri, currentTarget)}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      <ResultLine {...removal} />
      <AddRedirectUri {...{ state, controller }} />
    </section>
  );
};

const AddRedirectUri = ({ state, controller }: RedirectUrisProps) => {
  const action = useAction<DashboardAnswer>(controller);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const { text: uri, clear } = readField(event.currentTarget);
    if (uri === "") return action.refuse("Write an address, like https://shop.example/return.");
    if (state.answer.client.redirect_uris.includes(uri))
      return action.refuse(`${uri} is registered already.`);
    const answer = await action.run("redirect-uri/allow", { uri }, `${uri} is registered.`);
    if (!answer) return;
    clear();
    controller.accept(answer);
  };
  return (
    <form class="add" onSubmit={submit} noValidate>
      <label for="redirect-uri">Add a redirect URI</label>
      <div>
        <input
          id="redirect-uri"
          name="uri"
          class="text"
          inputmode="url"
          placeholder="https://shop.example/return"
          maxLength={2000}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          aria-invalid={action.result?.kind === "failure"}
          aria-describedby="redirect-uri-result"
        />
        <button type="submit" class="button" aria-disabled={action.isBusy}>
          {action.isBusy ? "Adding…" : "Add"}
        </button>
      </div>
      <div id="redirect-uri-result">
        <ResultLine {...action} />
      </div>
    </form>
  );
};
