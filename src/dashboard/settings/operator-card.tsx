import type { TargetedSubmitEvent } from "preact";
import type { DashboardAnswer } from "../../protocol/dashboard/dashboard.ts";
import type { Controller } from "../session/controller.ts";
import type { ClientState } from "../session/state.ts";
import { TextField, Ticks } from "../ui/form-fields.tsx";
import { SaveRow, useAction } from "../ui/use-action.tsx";
import { NOTHING_CHANGED, useOwnChanges } from "../ui/use-own-changes.ts";

/** Changes the operator's settings of a client: its name, products and partner status. */
export const OperatorCard = ({
  state,
  controller,
}: {
  state: ClientState;
  controller: Controller;
}) => {
  const { client, products } = state.answer;
  const action = useAction<DashboardAnswer>(controller);
  const stored = { name: client.name, products: client.products, partner: client.partner };
  const ownChanges = useOwnChanges(controller, stored, action);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const selection = products.filter((product) => fields.getAll("product").includes(product));
    if (selection.length === 0) return action.refuse("A client may use one product at least.");
    const { changes, expected } = ownChanges({
      name: String(fields.get("name")).trim(),
      products: isSameSet(selection, client.products) ? client.products : selection,
      partner: fields.has("partner"),
    });
    if (Object.keys(changes).length === 0) return action.say(NOTHING_CHANGED);
    const body = { id: client.client_id, ...changes, expected };
    const answer = await action.run("clients/change", body, "Saved.");
    if (answer) controller.accept(answer);
  };
  return (
    <section class="card" aria-labelledby="operator-card">
      <h2 id="operator-card">For the operator</h2>
      <form class="add" onSubmit={submit} key={client.client_id}>
        <TextField name="name" label="Name" maxLength={60} initial={client.name} />
        <Ticks
          name="product"
          label="Products that it may use"
          all={products}
          chosen={client.products}
        />
        <fieldset class="ticks">
          <legend>Role</legend>
          <label>
            <input type="checkbox" name="partner" defaultChecked={client.partner} />
            <span>A partner: it may use processor tokens</span>
          </label>
        </fieldset>
        <SaveRow action={action} look="button" />
      </form>
    </section>
  );
};

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((entry) => other.includes(entry));
