import { useEffect } from "preact/hooks";
import type { ApiDocument } from "./document.ts";
import { Text } from "./markup.tsx";
import { PageHead } from "./page-head.tsx";

/** A code of the catalogue, in the columns of the documentation's table. */
type ErrorEntry = {
  type: string;
  code: string;
  status: string;
  when: string;
  remedy: string;
  display: string;
};

/** Every error code with its cause and remedy. A code in the address selects its entry. */
export const ErrorsPage = ({
  document: api,
  errors,
}: {
  document: ApiDocument;
  errors: readonly ErrorEntry[];
}) => {
  useEffect(() => {
    const follow = (): void => {
      const entry = document.getElementById(location.hash.slice(1));
      entry?.scrollIntoView();
      entry?.focus({ preventScroll: true });
    };
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const types = [...new Set(errors.map(({ type }) => type))];
  return (
    <>
      <PageHead document={api} page="errors" />
      <main class="changes">
        <h1>Errors</h1>
        <p class="intro">
          Programs go by <code>error_code</code>. <code>error_message</code> says what was wrong for
          a developer, <code>display_message</code> for the end user.
        </p>
        {types.map((type) => (
          <section key={type} aria-labelledby={type}>
            <h2 id={type}>
              <code>{type}</code>
            </h2>
            {errors
              .filter((error) => error.type === type)
              .map(({ code, status, when, remedy, display }) => (
                <div key={code} class="error" id={toId(errors, { type, code })} tabIndex={-1}>
                  <h3>
                    <code>{code}</code>{" "}
                    <span class="type">
                      <Text>{status}</Text>
                    </span>
                  </h3>
                  <p>
                    <Text>{when}</Text>
                  </p>
                  <p>
                    <Text>{remedy}</Text>
                  </p>
                  {display && <p class="quiet">For the user: {display}</p>}
                </div>
              ))}
          </section>
        ))}
      </main>
    </>
  );
};

/** Reads the generated tables of `docs/errors.md`. A code with two types has two entries. */
export const readErrors = (markdown: string): ErrorEntry[] => {
  let type = "";
  return markdown.split("\n").flatMap((line) => {
    type = /^## (.+)$/.exec(line)?.[1] ?? type;
    const [, code = "", status = "", when = "", remedy = "", display = ""] =
      /^\| `(\w+)` \| (\d[^|]*?) \| (.*?) \| (.*?) \| (.*?) ?\|$/.exec(line) ?? [];
    return code === "" ? [] : [{ type, code, status, when, remedy, display }];
  });
};

/** Returns the code. If an earlier type has the same code, returns type and code. */
const toId = (
  errors: readonly ErrorEntry[],
  { type, code }: Pick<ErrorEntry, "type" | "code">,
): string =>
  errors.find((error) => error.code === code)?.type === type ? code : `${type}-${code}`;
