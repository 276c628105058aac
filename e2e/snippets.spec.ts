import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { linkIn, signIn } from "./support/link.ts";
import { dataFolder } from "./support/server.ts";
import { openTerminal, type Terminal } from "./support/terminal.ts";
import { expect, test } from "./support/test.ts";

/** A fenced block of a page of the documentation. */
type Snippet = { page: string; line: number; language: string; text: string };

const PROJECT = join(import.meta.dirname, "..");

/** The pages whose shell blocks continue in the terminal of the README's first block. */
const PAGES = [
  "docs/api.md",
  "docs/identity-match.md",
  "docs/link.md",
  "docs/hosted-link.md",
  "docs/sandbox.md",
  "docs/webhooks.md",
  "docs/users.md",
  "docs/consumer-reports.md",
  "docs/settings.md",
  "docs/deployment.md",
  "docs/backup-and-upgrade.md",
];

/** A response that is an error, not a response that contains one. */
const REFUSAL = /(^|\})\{"error_type":/m;

test("every code block of the documentation runs unchanged", async ({ page }) => {
  const { folder, remove } = dataFolder();
  const terminal = await openTerminal(folder);
  try {
    const [start] = listSnippets("README.md");
    const [application] = listSnippets("docs/build-an-application.md");
    await test.step("README.md: from nothing to a user's transactions", async () => {
      const output = await terminal.run(start?.text ?? "");
      const rows = output
        .split("\n")
        .filter((line) => /^\d{4}-\d\d-\d\d\t *-?[\d.]+\t\w/.test(line));
      expect(rows).toHaveLength(8);
    });
    await test.step("docs/build-an-application.md: a whole application", () =>
      connectInApplication(page, terminal, application));
    await test.step("docs/link.md: Link in a page", () => openInPage(page, terminal));
    await test.step("docs/sandbox.md: a browser test", () => runBrowserTest(page, terminal));
    for (const snippet of PAGES.flatMap(listSnippets).filter(({ language }) => language === "sh"))
      await test.step(`${snippet.page}:${snippet.line}`, async () => {
        expect(await terminal.run(snippet.text)).not.toMatch(REFUSAL);
      });
  } finally {
    terminal.close();
    remove();
  }
});

/**
 * Runs the application, sends it unexpected requests, and connects two accounts with the same
 * button.
 */
async function connectInApplication(
  page: Page,
  terminal: Terminal,
  snippet: Snippet | undefined,
): Promise<void> {
  writeFileSync(join(terminal.folder, "app.mjs"), terminal.here(snippet?.text ?? ""));
  await terminal.run(
    "node app.mjs & curl -so /dev/null --retry 9 --retry-connrefused localhost:3000",
  );
  const site = terminal.here("http://localhost:3000");
  const { request } = page;
  const refusal = await request.post(`${site}/connected`, { data: "x" });
  expect([refusal.status(), await refusal.text()]).toEqual([
    400,
    expect.stringMatching(/public_token/),
  ]);
  for (const path of ["/favicon.ico", "/connected", "/constructor", "//"])
    expect((await request.get(site + path)).status(), path).toBe(404);
  await page.goto(site);
  for (const count of [1, 2]) {
    await page.getByRole("button", { name: "Connect a bank account" }).click();
    await signIn(page, /First Platypus/);
    const link = linkIn(page);
    await link.getByTestId("select-all").click();
    await link.getByTestId("submit").click();
    await link.getByTestId("finish").click();
    const checkingAccounts = new RegExp(`(Checking: \\d+[^]*){${count}}`);
    await expect(page.locator("#accounts")).toContainText(checkingAccounts);
  }
}

/** Opens Link by each script of docs/link.md, in a page with the script's requirements. */
async function openInPage(page: Page, terminal: Terminal): Promise<void> {
  const [request, ...scripts] = listSnippets("docs/link.md").filter(({ line }) => line < 40);
  expect(scripts.map(({ language }) => language)).toEqual(["js", "ts"]);
  const linkOrigin = terminal.here("http://localhost:8080");
  for (const script of scripts) {
    const output = await terminal.run(`{ ${request?.text.trim()}; } | show link_token`);
    // A warning of Node may precede the token.
    const token = output.trim().split("\n").at(-1) ?? "";
    const site = createServer((_, response) =>
      response.setHeader("content-type", "text/html").end(PAGE(linkOrigin, token, script.text)),
    );
    await new Promise<void>((resolve) => site.listen(0, "localhost", resolve));
    await page.goto(`http://localhost:${(site.address() as AddressInfo).port}`);
    await page.getByRole("button", { name: "Connect" }).click();
    await expect(linkIn(page).getByTestId("institution-search")).toBeVisible();
    site.close();
  }
}

/** The export of the npm package is the same function as the script tag's. */
const PAGE = (linkOrigin: string, token: string, script: string): string => `<!doctype html>
<button id="connect">Connect</button>
<script src="${linkOrigin}/link.js"></script>
<script>
const button = document.querySelector("#connect"), token = "${token}";
const { create } = Service, onSuccess = () => {}, send = () => {};
${script.replace(/^import .*$/m, "").replace("https://link.example.com", linkOrigin)}
button.onclick = () => link.open();
</script>`;

/** Runs the browser test of docs/sandbox.md on the application. */
async function runBrowserTest(page: Page, terminal: Terminal): Promise<void> {
  const snippets = listSnippets("docs/sandbox.md").filter(({ language }) => language === "ts");
  expect(snippets).toHaveLength(1);
  for (const { text } of snippets) {
    await page.goto(terminal.here("http://localhost:3000"));
    await page.getByRole("button", { name: "Connect a bank account" }).click();
    const run = new Function("page", `return (async () => {${text}})()`);
    await run(page);
    await expect(page.locator("#accounts")).toContainText(/Checking: \d+/);
  }
}

/** The fenced blocks of a page in order. `page` is its path from the project's root. */
function listSnippets(page: string): Snippet[] {
  const snippets: Snippet[] = [];
  let open: Snippet | null = null;
  for (const [index, line] of readFileSync(join(PROJECT, page), "utf8").split("\n").entries()) {
    if (!line.startsWith("```")) {
      if (open) open.text += `${line}\n`;
      continue;
    }
    if (open) snippets.push(open);
    open = open ? null : { page, line: index + 1, language: line.slice(3), text: "" };
  }
  return snippets;
}
