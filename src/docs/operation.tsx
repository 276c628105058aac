import { useEffect, useRef, useState } from "preact/hooks";
import type { ApiDocument, Operation } from "./document.ts";
import { Fields } from "./fields.tsx";
import { Prose, Text } from "./markup.tsx";
import { TryCall } from "./try-call.tsx";
import type { TryState } from "./try-state.ts";

type Props = { path: string; operation: Operation; document: ApiDocument; state: TryState };

const JSON_TYPE = "application/json";

/**
 * Omitted from the fields, since the headers carry them; the body's fields are for callers that
 * cannot set headers.
 */
const KEYS = ["client_id", "secret"];

/** A path: its line in the list, and its details behind it. */
export const OperationCard = ({ path, operation, document, state }: Props) => {
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
            <p>A file of the type {Object.keys(responses[200]?.content ?? {}).join()}.</p>
          )}
        </div>
        {answer?.example !== undefined && (
          <figure>
            <figcaption>An example of a response</figcaption>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
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
