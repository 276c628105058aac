import { useState } from "preact/hooks";
import type { ClientRow } from "../../protocol/dashboard/dashboard.ts";
import { Name } from "../session/brand.tsx";
import { NoticeLine } from "../session/notice-line.tsx";
import type { PageProps } from "../session/page.ts";
import { hrefOf, scopeOf } from "../session/route.ts";
import type { SignedInState } from "../session/state.ts";
import { Menu } from "../ui/menu.tsx";
import { ReadFailure, useQuery } from "../ui/use-query.tsx";
import { ThemeField } from "./theme.tsx";

/** The header: the name of the site, the client in view, the environment, and the menu of the user. */
export const Masthead = (props: PageProps) => {
  const { state } = props;
  return (
    <header class={`masthead ${state.answer.environment}`}>
      <div class="wide">
        <Name />
        {state.answer.operator && <ClientSwitch {...props} />}
        <p class="chip">{state.answer.environment}</p>
        <nav>
          <a href="/docs">API reference</a>
        </nav>
        <UserMenu {...props} />
        <NoticeLine id="sign-out-notice" notice={state.notice} about="sign-out" />
      </div>
    </header>
  );
};

const toName = ({ name, client_id }: Pick<ClientRow, "name" | "client_id">): string =>
  name || client_id;

/** Shows whose data the operator sees, and links to the same page of another client. */
const ClientSwitch = (props: PageProps) => {
  const { client } = props.state.answer;
  const { page } = props.router.route.value;
  const [isOpen, setOpen] = useState(false);
  return (
    <Menu
      id="client-switch"
      label={`Client: ${client ? toName(client) : "all"}`}
      face={<bdi>{client ? toName(client) : "All clients"}</bdi>}
      onOpen={() => setOpen(true)}
    >
      {client && <a href={hrefOf(page)}>Show all</a>}
      {isOpen && <ClientLinks {...props} />}
      <a href={hrefOf("clients")}>List of clients</a>
    </Menu>
  );
};

const ClientLinks = ({ controller, router }: PageProps) => {
  const query = useQuery<{ rows: ClientRow[] }>(controller, "clients", {});
  const { page } = router.route.value;
  return (
    <>
      <ReadFailure {...query} />
      {query.answer?.rows.map((row) => (
        <a
          key={row.client_id}
          href={hrefOf(
            page === "clients" ? "overview" : page,
            new URLSearchParams({ client: row.client_id }),
          )}
        >
          <bdi>{toName(row)}</bdi>
        </a>
      ))}
    </>
  );
};

/** Returns who is signed in: a member, the operator, or a client by its secret. */
const userOf = ({ answer: { member, operator, client } }: SignedInState): string =>
  member?.email ?? (operator ? "Operator" : client ? toName(client) : "Client");

const UserMenu = ({ state, controller, router }: PageProps) => (
  <Menu id="user-menu" label={`Account of ${userOf(state)}`} face={<bdi>{userOf(state)}</bdi>}>
    <p class="who">
      Signed in as <bdi>{userOf(state)}</bdi>
    </p>
    <ThemeField />
    <a href={hrefOf("people", scopeOf(router.route.value.query))}>People and sessions</a>
    <button
      type="button"
      class="button small"
      aria-disabled={state.busy !== null}
      onClick={() => void controller.signOut()}
    >
      {state.busy === "sign-out" ? "Signing out…" : "Sign out"}
    </button>
  </Menu>
);
