import { spawn } from "node:child_process";
import { once } from "node:events";
import { linkAccount } from "../../src/testing/kit/link-account.ts";
import { expectNoFault } from "../support/accessibility.ts";
import { command, dataFolder } from "../support/server.ts";
import { expect, test } from "../support/test.ts";

/** Starts a created Python sample at a free port; returns its address. */
const startSample = async (folder: string) => {
  const child = spawn("python3", ["server.py"], {
    cwd: folder,
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output] = await Promise.race([
    once(child.stdout, "data"),
    once(child, "error").then(() => ["python3 is missing on this machine: install it"]),
    once(child, "exit").then(([code]) => [`the sample ended with ${code}`]),
  ]);
  const url = /http:\S+/.exec(String(output))?.[0];
  if (url === undefined) throw new Error(String(output));
  return { url, stop: () => child.kill() };
};

test("the Python sample connects an account from an empty folder, and shows its transactions", async ({
  page,
  server,
}) => {
  const { folder, remove } = dataFolder();
  await command(server.folder, ["samples", "create", "python", folder]);
  const sample = await startSample(folder);
  await page.goto(sample.url);
  const button = page.getByRole("button", { name: "Connect a bank account" });
  await expect(button).toBeEnabled();
  await linkAccount(page, { open: "#connect" });
  await expect(page.locator("#state")).toHaveText("Connected: First Platypus Bank");
  await expect(page.locator("#accounts li")).not.toHaveCount(0);
  await expect(page.locator("#transactions li")).toHaveCount(25);
  await expect(button).toBeEnabled();
  await expectNoFault(page);
  // A page of another site may not read the user's accounts.
  const foreign = await fetch(`${sample.url}/accounts`, {
    method: "POST",
    headers: { origin: "https://elsewhere.example" },
  });
  expect(foreign.status).toBe(403);
  sample.stop();
  remove();
});
