// Copies the documentation as Markdown into the built pages, for people and programs that read it from the running
// server: `/docs/<page>.md`, and the README as `/docs/readme.md`.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const TARGET = "dist/public/docs";

/** The place of the code that pages link to. */
const REPOSITORY = "https://github.com/service-link/service-link/blob/main/";

const ROOT = "http://root/";

/** Returns a page of the repository with links that work on the server: other pages there, the rest in the repository. */
export const withPublicLinks = (page, text) =>
  text.replace(/\]\((?![a-z]+:|#)([^)\s]+)\)/g, (_, link) => {
    const path = new URL(link, ROOT + page).href.slice(ROOT.length);
    if (/^README\.md/.test(path)) return `](${path.replace("README", "readme")})`;
    return path.startsWith("docs/")
      ? `](${path.slice("docs/".length)})`
      : `](${REPOSITORY}${path})`;
  });

const publish = (page, name) =>
  writeFileSync(join(TARGET, name), withPublicLinks(page, readFileSync(page, "utf8")));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(TARGET, { recursive: true });
  publish("README.md", "readme.md");
  for (const name of readdirSync("docs")) if (name.endsWith(".md")) publish(`docs/${name}`, name);
  for (const name of readdirSync("docs/images"))
    if (name.endsWith(".jpg")) cpSync(`docs/images/${name}`, join(TARGET, "images", name));
}
