import type { ApiDocument } from "./document.ts";

/** The head of each page: the maker's name, the navigation, and the version. */
export const PageHead = ({
  document,
  page,
}: {
  document: ApiDocument;
  page: "reference" | "changes" | "errors";
}) => {
  const { info } = document;
  const query = document["x-versions"][0]?.date === info.version ? "" : `?version=${info.version}`;
  return (
    <header class="masthead">
      <a class="name" href="/docs">
        {info.title}
      </a>
      <nav aria-label="Documents">
        <a href="/docs/index">Guides</a>
        <a href={`/docs${query}`} aria-current={page === "reference" ? "page" : undefined}>
          API reference
        </a>
        <a href="/docs/changes" aria-current={page === "changes" ? "page" : undefined}>
          Versions
        </a>
        <a href="/docs/errors" aria-current={page === "errors" ? "page" : undefined}>
          Errors
        </a>
        <a href={query ? `/openapi/${info.version}.json` : "/openapi.json"}>openapi.json</a>
        <a href="/dashboard">Dashboard</a>
      </nav>
      {page === "reference" && (
        <select
          aria-label="API version"
          value={info.version}
          onChange={({ currentTarget }) => {
            location.search = `?version=${currentTarget.value}`;
          }}
        >
          {document["x-versions"].map(({ date }) => (
            <option value={date}>{date}</option>
          ))}
        </select>
      )}
    </header>
  );
};
