import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type ApiDocument, groupPaths, type Operation, toId } from "./document.ts";
import { Fields } from "./fields.tsx";
import { GuideResults } from "./guide-results.tsx";
import { Prose, Text } from "./markup.tsx";
import { PageHead } from "./page-head.tsx";
import { TryCall } from "./try-call.tsx";
import { createTryState, type TryState } from "./try-state.ts";

/** The API reference: every path by its noun, with expandable details. */
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
        <aside class="side" aria-label="Search">
          <label for="search">Search paths and guides</label>
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
          <GuideResults text={search.value.trim()} />
          <nav aria-label="Groups of paths">
            {groups.map(({ name }) => (
              <a href={`#${toId(name)}`}>{name}</a>
            ))}
          </nav>
        </aside>
        <main>
          <h1>API reference</h1>
          {groups.map(({ name, description, paths }) => (
            <section key={name} aria-labelledby={toId(name)}>
              <h2 id={toId(name)} tabIndex={-1}>
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

type Props = { path: string; operation: Operation; document: ApiDocument; state: TryState };

const JSON_TYPE = "application/json";

/**
 * Not listed as fields, since the headers contain the keys. Only callers that cannot set headers
 * use the body's fields.
 */
const KEYS = ["client_id", "secret"];

/** A path: a line in the list, with expandable details. */
const OperationCard = ({ path, operation, document, state }: Props) => {
  const { operationId, summary } = operation;
  const [open, setOpen] = useState(() => location.hash === `#${operationId}`);
  const element = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const follow = (): void => {
      if (location.hash !== `#${operationId}`) return;
      setOpen(true);
      element.current?.scrollIntoView();
      element.current?.querySelector("summary")?.focus({ preventScroll: true });
    };
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [operationId]);
  return (
    <details
      class="operation"
      id={operationId}
      ref={element}
      open={open}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
        if (currentTarget.open) history.replaceState(null, "", `#${operationId}`);
      }}
    >
      <summary>
        <code>{path}</code>
        <span>{summary}</span>
      </summary>
      {open && <Body {...{ path, operation, document, state }} />}
    </details>
  );
};

const Body = ({ path, operation, document, state }: Props) => {
  const { description, requestBody, responses } = operation;
  const request = requestBody.content[JSON_TYPE];
  const answer = responses[200]?.content[JSON_TYPE];
  const refusals = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  return (
    <div class="about">
      <div class="columns">
        <div>
          {description && <Prose>{description}</Prose>}
          <h3>Request</h3>
          {request && <Fields schema={request.schema} document={document} omit={KEYS} />}
        </div>
        <TryCall {...{ path, operation, document, state }} />
      </div>
      <div class="columns">
        <div>
          <h3>Response</h3>
          {answer ? (
            <Fields schema={answer.schema} document={document} />
          ) : (
            <p>{fileSentence(Object.keys(responses[200]?.content ?? {}).join())}</p>
          )}
        </div>
        {answer?.example !== undefined && (
          <figure>
            <figcaption>An example of a response</figcaption>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is a tab stop */}
            <pre tabIndex={0}>{JSON.stringify(answer.example, null, 2)}</pre>
          </figure>
        )}
      </div>
      <details class="fold">
        <summary>Errors</summary>
        <dl class="errors">
          {refusals.flatMap(([status, { description: words }]) =>
            words.split("\n").map((line) => {
              const [, code = "", text = line] = /^- `([^`]+)`: (.*)$/.exec(line) ?? [];
              return (
                <div key={code}>
                  <dt>
                    <code>{code}</code> <span class="type">{status}</span>
                  </dt>
                  <dd>
                    <Text>{text}</Text>
                  </dd>
                </div>
              );
            }),
          )}
        </dl>
      </details>
    </div>
  );
};

const fileSentence = (type: string): string =>
  type === "*/*" ? "A file." : `A file of the type ${type}.`;
