import type { TargetedSubmitEvent } from "preact";
import type { ShownKeys } from "../../protocol/dashboard.ts";
import type { Controller } from "../controller.ts";
import { NewKeys } from "../ui/new-keys.tsx";
import { readField } from "../ui/read-field.ts";
import { ResultLine } from "../ui/result-line.tsx";
import { useAction } from "../ui/use-action.ts";

type CreateClientProps = {
  controller: Controller;
  keys: ShownKeys | null;
  onKeys(keys: ShownKeys | null): void;
};

/** Makes a client of a name, and shows its keys this once. */
export const CreateClient = ({ controller, keys, onKeys }: CreateClientProps) => {
  const action = useAction<{ keys: ShownKeys }>(controller);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const { text: name, clear } = readField(event.currentTarget);
    const answer = await action.run("clients/create", { name }, "The client was created.");
    if (!answer) return;
    clear();
    onKeys(answer.keys);
  };
  return (
    <section class="card" aria-labelledby="create-client">
      <h2 id="create-client">Create a client</h2>
      <p class="lead">
        Each application has one: keys of its own, and what it links stays apart from all others.
      </p>
      <form class="add" onSubmit={submit}>
        <label for="client-name">Name</label>
        <div>
          <input
            id="client-name"
            name="name"
            class="text"
            maxLength={60}
            autocomplete="off"
            placeholder="Shop"
          />
          <button type="submit" class="button primary" aria-disabled={action.isBusy}>
            {action.isBusy ? "Creating…" : "Create"}
          </button>
        </div>
        <ResultLine {...action} />
      </form>
      {keys && <NewKeys keys={keys} onClose={() => onKeys(null)} />}
    </section>
  );
};
