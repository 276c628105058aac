import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { DashboardAttention } from "../../protocol/dashboard/dashboard-overview.ts";
import { homeOf, PAGES } from "../pages.ts";
import { SearchButton } from "../search/search-button.tsx";
import { brand } from "../session/brand.tsx";
import { hasPage, type Page, type PageProps } from "../session/page.ts";
import { hrefOf, scopeOf } from "../session/route.ts";
import { Breakable } from "../ui/breakable.tsx";
import { Menu } from "../ui/menu.tsx";
import { useQuery } from "../ui/use-query.tsx";
import { Masthead } from "./masthead.tsx";

/** The frame of every page: header, navigation and title. */
export const Shell = ({
  title: pageTitle,
  children,
  ...props
}: PageProps & { title: string; children: ComponentChildren }) => {
  const head = useRef<HTMLHeadingElement>(null);
  const title = props.router.objectName.value ?? pageTitle;
  const { page, id, query } = props.router.route.value;
  const place = [page, id, query.get("after")].join("/");
  const previous = useRef(place);
  useLayoutEffect(() => {
    document.title = `${title} · ${brand().name} Dashboard`;
    // The pressed element may be gone, on the way from a list to a row or to another page. Filters, column headers and a
    // list next to its details stay.
    const stays = document.activeElement?.closest(".filters,th,.beside,.panel");
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
            <Breakable text={title} />
          </h1>
          {children}
        </main>
      </div>
    </>
  );
};

/** The words after the number of entries that need attention, by the page that lists them. */
const ATTENTION = {
  items: "need their user",
  webhooks: "given up",
  clients: "ask for production access",
} as const;

type Counts = DashboardAttention | null;

/** A navigation link with the number of entries on its page that need attention, which its title says in words. */
const Counted = ({ page, counts, children }: CountedProps) => {
  const name = page in ATTENTION ? (page as keyof typeof ATTENTION) : null;
  const attention = name && counts?.[name];
  if (!name || !attention || attention.count === 0) return <div class="counted">{children}</div>;
  const count = `${attention.count}${attention.more ? "+" : ""}`;
  return (
    <div class="counted" title={`${count} ${ATTENTION[name]}`}>
      {children}
      <span class="count">
        {count}
        <span class="visually-hidden"> {ATTENTION[name]}</span>
      </span>
    </div>
  );
};

type CountedProps = { page: string; counts: Counts; children: ComponentChildren };

const GROUPS = [undefined, "Activity", "Set up"] as const;

const Icon = ({ path }: { path: string }) => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={path} />
  </svg>
);

const Navigation = (props: PageProps) => {
  const { state, router } = props;
  const { query } = router.route.value;
  const page = router.route.value.page || homeOf(state);
  const scope = scopeOf(query);
  const pages = PAGES.filter((page) => !page.isOperators && hasPage(state, page));
  const operators = PAGES.filter(({ isOperators }) => isOperators);
  // The controller adds the client to the body; this field makes the query of each client distinct.
  const { answer: counts, reload } = useQuery<DashboardAttention>(
    props.controller,
    "attention",
    scope.has("client") ? { client_id: scope.get("client") } : {},
  );
  const previousPage = useRef(page);
  useEffect(() => {
    // Asked with each page in place of now and then, or else no session would ever end unused.
    if (previousPage.current !== page) reload();
    previousPage.current = page;
  }, [page]);
  return (
    <nav class="side" aria-label="Dashboard">
      <SearchButton {...props} />
      <Menu id="pages" label="Menu">
        {state.answer.operator && (
          <NavigationGroup title={undefined} pages={operators} {...{ page, counts }} />
        )}
        {GROUPS.map((group) => (
          <NavigationGroup
            key={group}
            title={group}
            pages={pages.filter((page) => page.group === group)}
            {...{ page, scope, counts }}
          />
        ))}
        {/* The header of a phone has no room for it. */}
        <a class="narrow" href="/docs">
          API reference
        </a>
      </Menu>
    </nav>
  );
};

type GroupProps = {
  title: string | undefined;
  pages: readonly Page[];
  /** The name of the current page. */
  page: string;
  scope?: URLSearchParams;
  counts: Counts;
};

const NavigationGroup = ({ title, pages, page, scope, counts }: GroupProps) => (
  <>
    {title && <p class="group">{title}</p>}
    <ul>
      {pages.map(({ name, title, icon }) => (
        <li key={name}>
          <Counted page={name} counts={counts}>
            <a href={hrefOf(name, scope)} aria-current={page === name ? "page" : undefined}>
              {icon && <Icon path={icon} />}
              {title}
            </a>
          </Counted>
        </li>
      ))}
    </ul>
  </>
);
