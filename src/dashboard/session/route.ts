import { type ReadonlySignal, type Signal, signal } from "@preact/signals";

/** The current location in the Dashboard: a page, an id on it, and the query. */
type Route = { page: string; id: string | null; query: URLSearchParams };

/** The current route, and functions that navigate to another. */
export type Router = {
  route: ReadonlySignal<Route>;
  /** Goes to an address below `/dashboard`; `replace` adds no history entry. */
  go(href: string, replace?: boolean): void;
  /** Returns a function that goes to an address, unless the user has gone elsewhere in the meantime. */
  navigateIfStillHere(): (href: string) => void;
  /** Returns the address of the shown row's list, with the filters and page that the user left. */
  listHref(): string;
  /** The name of the shown object as the page's title; null for a list, and while unknown. */
  objectName: Signal<string | null>;
  /** The previously shown row, or its client; null without a previous row. */
  previousRow(): string | null;
};

/** A browser's location and history: `window`, or a test's. */
export type Place = Pick<Window, "location" | "history" | "addEventListener">;

/** Creates the router of a window: a click on a link of ours loads no document. */
export const createRouter = (place: Place): Router => {
  const route = signal(routeOf(place.location));
  /** The last query of each page's list. */
  const lists = new Map<string, URLSearchParams>();
  let previousRow: string | null = null;
  const remember = ({ page, id, query }: Route): void => {
    if (id === null) lists.set(page, query);
    previousRow = id ?? query.get("client");
  };
  const update = (): void => {
    remember(route.value);
    route.value = routeOf(place.location);
  };
  const go = (href: string, replace = false): void => {
    place.history[replace ? "replaceState" : "pushState"](null, "", href);
    update();
  };
  place.addEventListener("popstate", update);
  place.addEventListener("click", (event) => {
    const href = ownHref(event);
    if (href === null) return;
    event.preventDefault();
    go(href);
    // A list next to a row's details keeps its position.
    const isBeside =
      event.target instanceof Element && event.target.closest(".beside,.panel .back");
    if (!isBeside) globalThis.scrollTo?.(0, 0);
  });
  const navigateIfStillHere = () => {
    const here = route.value;
    return (href: string) => {
      if (route.value === here) go(href);
    };
  };
  const listHref = (): string => {
    const { page, query } = route.value;
    const scope = scopeOf(query);
    // The address of a row keeps the filters of its list.
    if (query.size > scope.size) return hrefOf(page, query);
    const list = lists.get(page);
    return hrefOf(page, list && scopeOf(list).toString() === scope.toString() ? list : scope);
  };
  return {
    route,
    go,
    navigateIfStillHere,
    listHref,
    objectName: signal(null),
    previousRow: () => previousRow,
  };
};

/** Returns the address of a page: `items` with `{state: "good"}` is `/dashboard/items?state=good`. */
export const hrefOf = (page: string, query: URLSearchParams | null = null): string => {
  const text = query?.toString() ?? "";
  return `/dashboard${page && `/${page}`}${text && `?${text}`}`;
};

/**
 * Returns a query with some changed values. Empty values are omitted, and the list begins at its
 * first page.
 */
export const withQuery = (
  query: URLSearchParams,
  changes: Record<string, string>,
): URLSearchParams => {
  const next = new URLSearchParams(query);
  next.delete("after");
  for (const [name, value] of Object.entries(changes))
    if (value) next.set(name, value);
    else next.delete(name);
  return next;
};

/** Returns the part of a query that stays on all pages: the operator's current client. */
export const scopeOf = (query: URLSearchParams): URLSearchParams => {
  const client = query.get("client");
  return new URLSearchParams(client ? { client } : {});
};

function routeOf({ pathname, search }: Pick<Location, "pathname" | "search">): Route {
  const [, , page = "", id = null] = pathname.split("/");
  return { page, id: id && decode(id), query: new URLSearchParams(search) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the address of a plain click on a link to the Dashboard; null for any other click. */
function ownHref(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const href = link?.getAttribute("href") ?? "";
  return /^\/dashboard(?=[/?]|$)/.test(href) && !link?.target ? href : null;
}
