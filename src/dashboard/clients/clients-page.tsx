import type { TargetedSubmitEvent } from "preact";
import type { ClientRow, ShownKeys } from "../../protocol/dashboard/dashboard.ts";
import type { Controller } from "../session/controller.ts";
import type { PageProps } from "../session/page.ts";
import { hrefOf } from "../session/route.ts";
import { Badge } from "../ui/badge.tsx";
import { Filters } from "../ui/filters.tsx";
import { ForRole } from "../ui/for-role.tsx";
import { type Column, List, listBody } from "../ui/list.tsx";
import { numberText } from "../ui/number-text.ts";
import { readField } from "../ui/read-field.ts";
import { ShortId } from "../ui/short-id.tsx";
import { Time } from "../ui/time.tsx";
import { ResultLine, useAction } from "../ui/use-action.tsx";
import { useQuery } from "../ui/use-query.tsx";

const COLUMNS: readonly Column<ClientRow>[] = [
  {
    name: "Client",
    cell: ({ client_id, name }) => (
      <a href={hrefOf("settings", new URLSearchParams({ client: client_id }))}>
        {name || "No name"}
      </a>
    ),
  },
  {
    name: "client_id",
    isId: true,
    cell: ({ client_id }) => <ShortId id={client_id} name="client_id" />,
  },
  { name: "Live Items", isNumber: true, cell: ({ live_items }) => numberText(live_items) },
  {
    name: "Version",
    textOf: ({ default_version }) => default_version,
    cell: ({ default_version }) => default_version,
  },
  {
    name: "Public key",
    textOf: ({ public_key_enabled }) => (public_key_enabled ? "on" : "off"),
    cell: ({ public_key_enabled }) => (
      <Badge tone="plain" text={public_key_enabled ? "on" : "off"} />
    ),
  },
  { name: "Added", sort: "", cell: ({ created_at }) => <Time at={created_at} /> },
];

const ACCESS_COLUMN: Column<ClientRow> = {
  name: "Production",
  cell: ({ production_access: access }) => (
    <Badge tone={ACCESS_TONES[access]} text={access === "none" ? "no access" : access} />
  ),
};

const ACCESS_TONES = { none: "plain", requested: "warn", granted: "good" } as const;

const ACCESS_FILTER = {
  name: "access",
  label: "Production access",
  choices: { "": "Any", requested: "Requested", granted: "Granted", none: "None" },
};

/** Lists all clients, and creates new ones. */
export const ClientsPage = ({ state, controller, router }: PageProps) => {
  const isProduction = state.answer.environment === "production";
  const { query: address } = router.route.value;
  const query = useQuery<{ rows: ClientRow[]; next: string | null }>(controller, "clients", {
    ...listBody(address),
    search: address.get("search") ?? "",
    ...(address.get("access") && { access: address.get("access") }),
  });
  return (
    <>
      <Filters
        router={router}
        search={{ label: "Search", placeholder: "name or client_id" }}
        choices={isProduction ? [ACCESS_FILTER] : []}
      />
      <ForRole least="admin">
        <details class="strip">
          <summary class="low">
            <b>Create a client</b> <small>for each application</small>
          </summary>
          <CreateClient controller={controller} onCreate={query.reload} />
        </details>
      </ForRole>
      <List
        caption="Clients"
        file="clients"
        columns={isProduction ? [...COLUMNS, ACCESS_COLUMN] : COLUMNS}
        keyOf={({ client_id }) => client_id}
        empty={<p>No client fits.</p>}
        {...{ query, router }}
      />
    </>
  );
};

type CreateClientProps = { controller: Controller; onCreate(): void };

/** Creates a client with a name, and shows its keys once. */
const CreateClient = ({ controller, onCreate }: CreateClientProps) => {
  const action = useAction<{ keys: ShownKeys }>(controller);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const { text: name, clear } = readField(event.currentTarget);
    const answer = await action.run("clients/create", { name }, "The client was created.");
    if (!answer) return;
    clear();
    controller.showKeys(answer.keys);
    onCreate();
  };
  return (
    <section aria-label="Create a client">
      <p class="lead">
        Each application has one: keys of its own, and its Items are separate from all others'.
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
    </section>
  );
};
