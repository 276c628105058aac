import type { ApiDocument } from "./document.ts";
import { Text } from "./markup.tsx";
import { PageHead } from "./page-head.tsx";

/** The changes of each version, newest first, and their paths. */
export const ChangesPage = ({ document }: { document: ApiDocument }) => {
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
            <p>
              <a href={`/docs?version=${date}`}>The reference of this version</a>
            </p>
          </section>
        ))}
      </main>
    </>
  );
};
