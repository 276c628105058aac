import { useEffect, useRef, useState } from "preact/hooks";
import type { DashboardSearch, Found } from "../../protocol/dashboard/dashboard-search.ts";
import { PAGES } from "../pages.ts";
import { failureText } from "../session/messages.ts";
import { hasPage, type PageProps } from "../session/page.ts";
import { hrefOf, scopeOf, withQuery } from "../session/route.ts";
import { openModal } from "../ui/modal.tsx";
import { actionOptions, guideOptions, referenceOptions } from "./more-options.ts";
import { keepRecent, type Option, recentOptions } from "./recent.ts";

/** The pause in typing after which the server is asked. */
const PAUSE_MS = 150;

/** Finds any id, name or page. The page finds page names; a single call finds the rest. */
export const SearchDialog = (props: PageProps & { onClose(): void }) => {
  const { controller, router, onClose } = props;
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const { found, problem, isBusy } = useFound(controller, text.trim());
  const reference = useOptions(text.trim(), referenceOptions);
  const guides = useOptions(text.trim(), guideOptions);
  const options = listOptions(text.trim(), found, { reference, guides }, props);
  const list = useRef<HTMLDivElement>(null);
  const open = (option: Option | undefined): void => {
    if (!option) return;
    onClose();
    keepRecent({ ...option, kind: option.kind.replace(/^Recent · /, "") });
    if (option.href.startsWith("/dashboard")) router.go(option.href);
    else location.assign(option.href);
  };
  const move = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = (active + step + options.length) % Math.max(1, options.length);
    setActive(next);
    list.current?.children[next]?.scrollIntoView?.({ block: "nearest" });
  };
  const isEmpty = options.length === 0;
  return (
    <dialog
      class="finder"
      ref={openModal}
      aria-label="Search"
      onClose={onClose}
      onPointerDown={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          open(options[active]);
        }}
      >
        <input
          class="text"
          type="text"
          role="combobox"
          aria-label="An id, a name, a page, a path or an error code"
          aria-expanded={!isEmpty}
          aria-controls="found"
          aria-autocomplete="list"
          aria-activedescendant={isEmpty ? undefined : `found-${active}`}
          placeholder="Ids, names, pages, paths, errors"
          maxLength={200}
          spellcheck={false}
          autocapitalize="none"
          autocomplete="off"
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setActive(0);
          }}
          onKeyDown={move}
        />
        <button type="button" class="link" onClick={onClose}>
          Close
        </button>
      </form>
      <div id="found" role="listbox" aria-label="Results" ref={list}>
        {options.map((option, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys
          <div
            key={option.href}
            id={`found-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            onClick={() => open(option)}
            onPointerMove={() => setActive(at)}
          >
            <span>
              {option.name}
              {option.id && option.id !== option.name && <small>{option.id}</small>}
            </span>
            <span class="kind">{option.kind}</span>
          </div>
        ))}
      </div>
      <p class="none" role="status">
        {problem ?? (isEmpty && (isBusy ? "Searching…" : "Nothing is like this."))}
      </p>
    </dialog>
  );
};

type FoundState = { text: string; found: readonly Found[]; problem: string | null };

const NOTHING: FoundState = { text: "", found: [], problem: null };

/**
 * Asks the server for a text after a pause in typing. Keeps the last results until the next
 * results.
 */
function useFound(controller: PageProps["controller"], text: string) {
  const [state, setState] = useState(NOTHING);
  useEffect(() => {
    if (text === "") return setState(NOTHING);
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const outcome = await controller.call<DashboardSearch>("search", { text });
      if (!isCurrent) return;
      setState(
        outcome.kind === "success"
          ? { text, found: outcome.answer.found, problem: null }
          : { text, found: [], problem: failureText(outcome) },
      );
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text]);
  return { ...state, isBusy: text !== state.text };
}

/** Returns the paths and error codes of the reference, or the sections of guides, that fit a text. */
function useOptions(text: string, find: typeof guideOptions): readonly Option[] {
  const [options, setOptions] = useState<readonly Option[]>([]);
  useEffect(() => {
    let isCurrent = true;
    void find(text).then((next) => isCurrent && setOptions(next));
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return options;
}

function listOptions(
  text: string,
  found: readonly Found[],
  { reference, guides }: Record<"reference" | "guides", readonly Option[]>,
  props: PageProps,
): Option[] {
  const { state, router } = props;
  const scope = scopeOf(router.route.value.query);
  const recents = recentOptions().map((one) => ({ ...one, kind: `Recent · ${one.kind}` }));
  const pages = PAGES.filter(
    (page) => hasPage(state, page) && page.title.toLowerCase().includes(text.toLowerCase()),
  ).map(({ name, title }) => ({ href: hrefOf(name, scope), name: title, kind: "Page" }));
  const all = [
    ...(text === "" ? recents : []),
    ...found.map((one) => foundOption(one, props)),
    ...reference,
    ...actionOptions(text, props),
    ...pages,
    ...guides,
  ];
  return all.filter(({ href }, at) => all.findIndex((other) => other.href === href) === at);
}

const KINDS: Record<Found["kind"], [kind: string, page: string]> = {
  item: ["Item", "items"],
  session: ["Link session", "sessions"],
  request: ["Request", "requests"],
  webhook: ["Webhook", "webhooks"],
  user: ["User", "items"],
  client: ["Client", "settings"],
  institution: ["Institution", "institutions"],
};

/** Returns the line of a result; the operator stays with all clients, unless one is in view or the result. */
function foundOption({ kind, id, name, client_id }: Found, { state, router }: PageProps): Option {
  const [text, page] = KINDS[kind];
  const scope = scopeOf(router.route.value.query);
  const isOther = kind === "client" || (scope.has("client") && client_id !== null);
  const query =
    state.answer.operator && isOther ? withQuery(scope, { client: client_id ?? "" }) : scope;
  const place =
    kind === "client"
      ? hrefOf(page, query)
      : kind === "user"
        ? hrefOf(page, withQuery(query, { user: id }))
        : hrefOf(`${page}/${encodeURIComponent(id)}`, query);
  return { href: place, name, kind: text, id };
}
