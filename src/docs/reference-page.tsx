import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { type ApiDocument, groupPaths, idOf } from "./document.ts";
import { Prose } from "./markup.tsx";
import { OperationCard } from "./operation.tsx";
import { PageHead } from "./page-head.tsx";
import { createTryState } from "./try-state.ts";

/** The API reference: every path by its noun, with its details behind it. */
export const ReferencePage = ({ document }: { document: ApiDocument }) => {
  const search = useSignal("");
  const field = useRef<HTMLInputElement>(null);
  const state = useMemo(createTryState, []);
  useEffect(() => {
    const focusSearch = (event: KeyboardEvent): void => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      const isTyping = target instanceof Element && target.matches("input, textarea, select");
      if (key !== "/" || isTyping || ctrlKey || metaKey || altKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener("keydown", focusSearch);
    return () => removeEventListener("keydown", focusSearch);
  }, []);
  const groups = groupPaths(document, search.value.trim());
  const count = groups.reduce((sum, { paths }) => sum + paths.length, 0);
  return (
    <>
      <PageHead document={document} page="reference" />
      <div class="frame">
        <aside class="side" aria-label="Find a path">
          <label for="search">Find a path</label>
          <input
            id="search"
            type="search"
            ref={field}
            placeholder="Press / to search"
            autocomplete="off"
            spellcheck={false}
            value={search}
            onInput={({ currentTarget }) => {
              search.value = currentTarget.value;
            }}
          />
          <p class="quiet" role="status">
            {search.value.trim() && `${count} ${count === 1 ? "path" : "paths"}`}
          </p>
          <nav aria-label="Groups of paths">
            {groups.map(({ name }) => (
              <a href={`#${idOf(name)}`}>{name}</a>
            ))}
          </nav>
        </aside>
        <main>
          <h1>API reference</h1>
          {groups.map(({ name, description, paths }) => (
            <section key={name} aria-labelledby={idOf(name)}>
              <h2 id={idOf(name)} tabIndex={-1}>
                {name}
              </h2>
              <p class="quiet">{description}</p>
              {paths.map(([path, operation]) => (
                <OperationCard key={path} {...{ path, operation, document, state }} />
              ))}
            </section>
          ))}
          {groups.length === 0 && (
            <p>
              No path has these words.{" "}
              <button type="button" class="button" onClick={() => (search.value = "")}>
                Show all
              </button>
            </p>
          )}
          <section class="conventions" aria-labelledby="conventions">
            <h2 id="conventions">For every path</h2>
            <div class="introduction">
              <Prose>{document.info.description}</Prose>
            </div>
          </section>
        </main>
      </div>
    </>
  );
};
