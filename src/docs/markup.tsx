import type { ComponentChildren } from "preact";

/** Text with names in backticks, and with links for the API's paths. */
export const Text = ({ children }: { children: string }) => <>{inline(children)}</>;

/** Paragraphs and lists with dashes, the only Markdown in our OpenAPI documents. */
export const Prose = ({ children }: { children: string }) => (
  <div class="prose">
    {children
      .split(/\n{2,}/)
      .map((block) =>
        block.startsWith("- ") ? (
          <ul class="list">
            {block.split(/\n?^- /m).map((line) => line && <li>{inline(line)}</li>)}
          </ul>
        ) : (
          block && <p>{inline(block)}</p>
        ),
      )}
  </div>
);

const inline = (text: string): ComponentChildren[] =>
  text
    .split(/(`[^`]+`)/)
    .map((part) => (part.startsWith("`") ? <code>{part.slice(1, -1)}</code> : part));
