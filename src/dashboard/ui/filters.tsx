import type { ComponentChildren, TargetedSubmitEvent } from "preact";
import { hrefOf, type Router, withQuery } from "../session/route.ts";

type Choice = { name: string; label: string; choices: Record<string, string> };

type FiltersProps = {
  router: Router;
  /** The label and placeholder of the search. */
  search?: {
    label: string;
    placeholder: string;
    /** Returns the address of the one row that a text names; null if it narrows the list. */
    hrefOf?(text: string): string | null;
  };
  choices?: readonly Choice[];
  /** Controls of the list in the same row. */
  children?: ComponentChildren;
};

/** The filters of a list; they are in the address, so that a link leads to the same list. */
export const Filters = ({ router, search, choices = [], children }: FiltersProps) => {
  const { page, query } = router.route.value;
  const change = (changes: Record<string, string>) =>
    router.go(hrefOf(page, withQuery(query, changes)), true);
  const find = (text: string): void => {
    const href = search?.hrefOf?.(text) ?? null;
    if (href === null) change({ search: text });
    else router.go(href);
  };
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    find(String(new FormData(event.currentTarget).get("search") ?? "").trim());
  };
  return (
    <form class="filters" onSubmit={submit}>
      {search && (
        <label>
          <span>{search.label}</span>
          <input
            key={query.get("search")}
            class="text"
            type="search"
            name="search"
            defaultValue={query.get("search") ?? ""}
            placeholder={search.placeholder}
            maxLength={100}
            spellcheck={false}
            autocapitalize="none"
            onChange={({ currentTarget }) => find(currentTarget.value.trim())}
          />
        </label>
      )}
      {choices.map(({ name, label, choices: options }) => (
        <label key={name}>
          <span>{label}</span>
          <select
            class="text"
            name={name}
            value={query.get(name) ?? ""}
            onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
          >
            {Object.entries(options).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
      ))}
      {children}
    </form>
  );
};
