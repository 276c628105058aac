import { render } from "preact";
import type { ApiDocument } from "./document.ts";
import { ErrorsPage, readErrors } from "./errors-page.tsx";
import { Text } from "./markup.tsx";
import { PageHead } from "./page-head.tsx";
import { ReferencePage } from "./reference-page.tsx";

/** Loads the OpenAPI document of the version in the address, and draws its page. */
const main = async (root: HTMLElement): Promise<void> => {
  const version = new URLSearchParams(location.search).get("version") ?? "";
  const isDate = /^\d{4}-\d\d-\d\d$/.test(version);
  const draw = async (): Promise<void> => {
    const response = await fetch(isDate ? `/openapi/${version}.json` : "/openapi.json");
    if (!response.ok) throw new Error(`the document's request failed with ${response.status}`);
    const apiDocument: ApiDocument = await response.json();
    const page = await renderPage(location.pathname, apiDocument);
    root.replaceChildren();
    render(page, root);
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  };
  try {
    await draw();
  } catch {
    render(<NotThere isVersion={isDate} />, root);
  }
};

/** Returns the page of an address. */
async function renderPage(path: string, document: ApiDocument) {
  if (path === "/docs/changes") return <ChangesPage document={document} />;
  if (path !== "/docs/errors") return <ReferencePage document={document} />;
  const response = await fetch("/docs/errors.md");
  if (!response.ok) throw new Error(`the errors' request failed with ${response.status}`);
  return <ErrorsPage document={document} errors={readErrors(await response.text())} />;
}

const NotThere = ({ isVersion }: { isVersion: boolean }) => (
  <main class="changes">
    <h1>The reference cannot be shown</h1>
    <p>
      {isVersion
        ? "There may be no such version, or the server did not respond."
        : "The server did not respond."}{" "}
      <a href="/docs">Open the newest version</a>
    </p>
  </main>
);

/** The changes of each version, newest first, and their paths. */
const ChangesPage = ({ document }: { document: ApiDocument }) => {
  const versions = document["x-versions"];
  const { version: header } = document.components.parameters;
  return (
    <>
      <PageHead document={document} page="changes" />
      <main class="changes">
        <h1>Versions of the API</h1>
        <p class="intro">
          <code>{header.name}</code> chooses one for a request; without it the client’s default
          version holds. New paths, optional fields, and values of lists come without a new version.
        </p>
        {versions.map(({ date, changes }, n) => (
          <section key={date} aria-labelledby={`v${date}`}>
            <h2 id={`v${date}`}>
              <time dateTime={date}>{date}</time> {n === 0 && <span class="type">newest</span>}
            </h2>
            {changes.length === 0 && <p>The first version.</p>}
            <ul class="list">
              {changes.map(({ summary, paths }) => (
                <li key={summary}>
                  <Text>{summary}</Text>
                  <span class="paths">
                    {paths.map((path) => (
                      <a href={`/docs?version=${date}#${path.slice(1).replaceAll("/", "_")}`}>
                        {path}
                      </a>
                    ))}
                  </span>
                </li>
              ))}
            </ul>
            <p class="paths">
              <a href={`/docs?version=${date}`}>The reference of this version</a>
            </p>
          </section>
        ))}
      </main>
    </>
  );
};

const root = document.getElementById("root");
if (root) void main(root);
