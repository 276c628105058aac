import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { run } from "./install.ts";
import { type Installed, test } from "./test.ts";

/** Calls the API of the installed server with its printed keys. */
const call = async ({ printed }: Installed, path: string, body: object) => {
  const response = await fetch(printed("API") + path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "service-client-id": printed("client_id"),
      "service-secret": printed("secret"),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, answer: await response.json() };
};

test("the installed server serves its first call", async ({ server }) => {
  const { status, answer } = await call(server, "/institutions/search", {
    query: "platypus",
    products: ["auth"],
    country_codes: ["US"],
  });
  expect(status, JSON.stringify(answer)).toBe(200);
  expect(answer.institutions[0].name).toContain("Platypus");
});

test("the installed command line helps and finds nothing wrong", ({ server }) => {
  const command = (...args: string[]) => run(server.folder, ["npx", "service-link", ...args]);
  expect(command("--help")).toContain("Usage: service-link <command>");
  expect(command("serve", "--help")).toContain("Usage: service-link serve");
  expect(command("doctor", "--port", "0")).not.toContain("✗");
});

test("nothing that the server installs is compiled or runs a script, even from the lock file", ({
  server,
}) => {
  const lock = readFileSync(join(server.folder, "package-lock.json"), "utf8");
  expect(lock).not.toContain("hasInstallScript");
  expect(globSync("**/binding.gyp", { cwd: server.folder })).toEqual([]);
});
