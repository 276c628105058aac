import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { brand, Name } from "../brand.tsx";
import type { Controller } from "../controller.ts";
import { NoticeLine } from "../notice-line.tsx";
import type { PageProps } from "../page.ts";
import { PAGES } from "../pages.ts";
import { hrefOf, type Router, scopeOf } from "../route.ts";
import type { SignedInState } from "../state.ts";

/** The frame of every page: header, navigation and title. */
export const Shell = ({
  title,
  children,
  ...props
}: PageProps & { title: string; children: ComponentChildren }) => {
  const head = useRef<HTMLHeadingElement>(null);
  const { page, id, query } = props.router.route.value;
  const place = [page, id, query.get("after")].join("/");
  const previous = useRef(place);
  useLayoutEffect(() => {
    document.title = `${title} · ${brand().name} Dashboard`;
    // The pressed element may be gone, on the way from a list to a row or to another page. Filters and column headers
    // stay.
    const stays = document.activeElement?.closest(".filters,th");
    if (previous.current !== place && !stays) head.current?.focus({ preventScroll: true });
    previous.current = place;
  }, [title, place]);
  return (
    <>
      <Masthead {...props} />
      <div class="wide frame">
        <Navigation {...props} />
        <main>
          <h1 ref={head} tabIndex={-1}>
            {title}
          </h1>
          {children}
        </main>
      </div>
    </>
  );
};

const Navigation = ({ state, router }: PageProps) => {
  const { page, query } = router.route.value;
  const scope = scopeOf(query);
  const home = state.view === "CLIENT" ? [{ name: "", title: "Settings" }] : [];
  const pages = PAGES.filter(({ isOperators }) => !isOperators);
  const nav = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // On a phone the navigation is one row, wider than the screen: centred, the current entry shows its neighbours.
    nav.current
      ?.querySelector("[aria-current]")
      ?.scrollIntoView?.({ block: "nearest", inline: "center" });
  }, [page, scope.get("client"), state.view]);
  return (
    <nav class="side" aria-label="Dashboard" ref={nav}>
      {state.answer.operator && <Operator {...{ state, router }} />}
      <ul>
        {[...home, ...pages].map(({ name, title }) => (
          <li key={name}>
            <a href={hrefOf(name, scope)} aria-current={page === name ? "page" : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};

/** Says whose data the operator looks at, with a link to all clients. */
const Operator = ({ state, router }: { state: SignedInState; router: Router }) => {
  const { page } = router.route.value;
  const { client } = state.answer;
  return (
    <div class="operator">
      <a href={hrefOf("clients")} aria-current={isClients(page, state) ? "page" : undefined}>
        Clients
      </a>
      <p>
        {client ? client.name || client.client_id : "All clients"}
        {client && <a href={hrefOf(page)}>Show all</a>}
      </p>
    </div>
  );
};

const isClients = (page: string, { view }: SignedInState): boolean =>
  page === "clients" || (page === "" && view === "OPERATOR");

/** Returns the title of a client's first page. */
export const homeTitle = ({ answer: { operator, client } }: SignedInState): string =>
  operator && client ? client.name || "Client" : "Your client";

/** The header: the name of the site, the environment, and the button to sign out. */
const Masthead = ({ state, controller }: { state: SignedInState; controller: Controller }) => (
  <header class="masthead">
    <div class="wide">
      <Name />
      <p class="chip">{state.answer.environment}</p>
      <nav>
        <a href="/docs">API reference</a>
      </nav>
      <button
        type="button"
        class="button small"
        aria-disabled={state.busy !== null}
        onClick={controller.signOut}
      >
        {state.busy === "sign-out" ? "Signing out…" : "Sign out"}
      </button>
      <NoticeLine id="sign-out-notice" notice={state.notice} about="sign-out" />
    </div>
  </header>
);
