import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import type { DashboardSecret } from "../../protocol/dashboard/dashboard.ts";
import { CONSENTED_PRODUCTS } from "../../protocol/vocabulary.ts";
import type { Controller } from "../session/controller.ts";
import { TextField } from "../ui/form-fields.tsx";
import { Modal } from "../ui/modal.tsx";
import { timeText } from "../ui/time.tsx";
import { type Action, ResultLine } from "../ui/use-action.tsx";
import { NOTHING_CHANGED, useOwnChanges } from "../ui/use-own-changes.ts";
import { productText } from "./secret-label.ts";

/** The fields of a secret that its owner chooses. */
export type SecretChoices = Pick<
  DashboardSecret,
  "name" | "products" | "read_only" | "networks" | "ends_at"
>;

const FREE: SecretChoices = {
  name: "",
  products: null,
  read_only: false,
  networks: [],
  ends_at: null,
};

type FormProps = {
  /** The secret to edit; null for a new secret. */
  secret: DashboardSecret | null;
  controller: Controller;
  action: Action<unknown>;
  /** `own` has the changed fields and their previous values. */
  save(choices: SecretChoices, own: object): void;
  close(): void;
};

/** A dialog about the name, restrictions and end of a secret. */
export const SecretForm = ({ secret, controller, action, save, close }: FormProps) => {
  const { name, products, read_only, networks, ends_at } = secret ?? FREE;
  const stored = { name, products, read_only, networks, ends_at };
  const [isSome, setSome] = useState(products !== null);
  const own = useOwnChanges<SecretChoices>(controller, stored, action);
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const choices = readChoices(new FormData(event.currentTarget), stored);
    const { changes, expected } = own(choices);
    if (choices.products?.length === 0) action.refuse("Choose a product, or all of them.");
    else if (secret && Object.keys(changes).length === 0) action.refuse(NOTHING_CHANGED);
    else save(choices, { ...changes, expected });
  };
  return (
    <Modal class="secret" labelledBy="secret-title" onCancel={close}>
      <form onSubmit={submit}>
        <h2 id="secret-title">{secret ? "Edit the secret" : "Create a secret"}</h2>
        <TextField
          name="name"
          id="secret-name"
          label="Name"
          initial={name}
          maxLength={60}
          placeholder="Reports worker"
        />
        <fieldset class="ticks">
          <legend>Access</legend>
          <Choice name="access" value="all" text="Read and write" isOn={!read_only} />
          <Choice name="access" value="read" text="Read only" isOn={read_only} />
        </fieldset>
        <fieldset class="ticks">
          <legend>Products</legend>
          <Choice name="scope" value="all" text="All" isOn={!isSome} on={() => setSome(false)} />
          <Choice
            name="scope"
            value="some"
            text="Only some"
            isOn={isSome}
            on={() => setSome(true)}
          />
        </fieldset>
        {isSome && (
          <fieldset class="ticks products">
            <legend class="visually-hidden">Products that it may be used for</legend>
            {CONSENTED_PRODUCTS.map((product) => (
              <label key={product}>
                <input
                  type="checkbox"
                  name="products"
                  value={product}
                  defaultChecked={products?.includes(product) ?? false}
                />
                {productText(product)}
              </label>
            ))}
          </fieldset>
        )}
        <TextField
          name="networks"
          id="secret-networks"
          label="Networks, one a line; empty for everywhere"
          rows={2}
          initial={networks.join("\n")}
          placeholder={"203.0.113.0/24\n2001:db8::/32"}
        />
        <TextField
          name="end"
          id="secret-end"
          label="Last day; empty for no end"
          type="date"
          initial={ends_at === null ? "" : timeText(ends_at).slice(0, 10)}
        />
        <ResultLine {...action} />
        <p class="actions">
          <button type="submit" class="button primary" aria-disabled={action.isBusy}>
            {action.isBusy ? "Saving…" : secret ? "Save" : "Create the secret"}
          </button>
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
        </p>
      </form>
    </Modal>
  );
};

type ChoiceProps = { name: string; value: string; text: string; isOn: boolean; on?: () => void };

const Choice = ({ name, value, text, isOn, on }: ChoiceProps) => (
  <label>
    <input type="radio" {...{ name, value }} defaultChecked={isOn} onChange={on} />
    {text}
  </label>
);

function readChoices(form: FormData, stored: SecretChoices): SecretChoices {
  const readText = (name: string): string => String(form.get(name) ?? "").trim();
  const chosen = form.getAll("products");
  return {
    name: readText("name"),
    products:
      readText("scope") === "all"
        ? null
        : CONSENTED_PRODUCTS.filter((product) => chosen.includes(product)),
    read_only: readText("access") === "read",
    networks: readText("networks").split(/\s+/).filter(Boolean),
    ends_at: endOf(readText("end"), stored.ends_at),
  };
}

/** Returns the last minute of a day. An unchanged day keeps its time. */
function endOf(day: string, stored: number | null): number | null {
  if (day === "") return null;
  if (stored !== null && timeText(stored).startsWith(day)) return stored;
  return new Date(`${day}T23:59`).getTime();
}
