import { render } from "preact";
import { ChangesPage } from "./changes-page.tsx";
import type { ApiDocument } from "./document.ts";
import { ReferencePage } from "./reference-page.tsx";

/** Loads the OpenAPI document of the version in the address, and draws its page. */
const main = async (root: HTMLElement): Promise<void> => {
  const version = new URLSearchParams(location.search).get("version") ?? "";
  const isDate = /^\d{4}-\d\d-\d\d$/.test(version);
  const isChanges = location.pathname === "/docs/changes";
  const draw = async (): Promise<void> => {
    const response = await fetch(isDate ? `/openapi/${version}.json` : "/openapi.json");
    if (!response.ok) throw new Error(`the document was answered with ${response.status}`);
    const apiDocument: ApiDocument = await response.json();
    const Page = isChanges ? ChangesPage : ReferencePage;
    root.replaceChildren();
    render(<Page document={apiDocument} />, root);
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  };
  try {
    await draw();
  } catch {
    render(<NotThere isVersion={isDate} />, root);
  }
};

const NotThere = ({ isVersion }: { isVersion: boolean }) => (
  <main class="changes">
    <h1>The reference cannot be shown</h1>
    <p>
      {isVersion
        ? "There may be no such version, or the server did not answer."
        : "The server did not answer."}{" "}
      <a href="/docs">Open the newest version</a>
    </p>
  </main>
);

const root = document.getElementById("root");
if (root) void main(root);
