import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { keys } from "./keys.ts";
import { testApp } from "./test-app.ts";

/** What the command prints. */
const run = async (...args: string[]): Promise<string> => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    await keys(args, {});
    return write.mock.calls.join("");
  } finally {
    write.mockRestore();
  }
};

test("whether users pick what they share is set, and a running server sees it at once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const app = await testApp({}, folder);
  expect(await run("--data", folder)).toMatch(/^selection +several$/m);
  expect(await run("--data", folder, "--select-account", "one")).toMatch(/^selection +one$/m);
  const { client_id } = app.keys;
  expect((await app.world.store.clients.byClientId(client_id))?.accountSelection).toBe("one");
  await expect(run("--data", folder, "--select-account", "some")).rejects.toThrow(
    "--select-account must be one of disabled, one, several, all, not some",
  );
  expect(await run("--data", folder)).toMatch(/^selection +one$/m);
});
