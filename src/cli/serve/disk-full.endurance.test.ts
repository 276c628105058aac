import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { buildCommand } from "../../testing/test-command.ts";
import { createApplication } from "../../testing/traffic/link-session.ts";
import { newFolder, serve } from "../../testing/traffic/serve.ts";

beforeAll(buildCommand);

/** A small disk in a folder. */
const smallDisk = (): string => {
  const folder = join(newFolder(), "disk");
  mkdirSync(folder);
  const { status } = spawnSync("mount", [
    "-t",
    "tmpfs",
    "-o",
    "size=16m,mode=0700",
    "none",
    folder,
  ]);
  if (status !== 0) throw new Error("only root can mount a disk: type sudo npm run test:endurance");
  onTestFinished(() => void spawnSync("umount", ["-l", folder]));
  return folder;
};

/** Fills the disk of a file. Other files on the disk may still grow into their allocated space. */
const fill = (file: string) => {
  const page = Buffer.alloc(4096);
  for (;;) {
    try {
      appendFileSync(file, page);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOSPC") return;
      throw error;
    }
  }
};

test("a full disk returns 503 and is logged, loses nothing, and is written again once it has space", async () => {
  const disk = smallDisk();
  const data = join(disk, "data");
  const server = await serve(data);
  const { call, send, link, exchange } = createApplication(() => server.port);
  const access_token = (await exchange(await link())) ?? "";
  const before = await call("/accounts/get", { access_token });

  const filler = join(disk, "filler");
  fill(filler);
  const create = () =>
    send("/sandbox/public_token/create", {
      institution_id: "ins_109508",
      initial_products: ["auth"],
    });
  let count = 0;
  let refusal = await create();
  // Records that fit into the log's allocated space are still written.
  for (; refusal.status === 200 && count < 1000; count++) refusal = await create();
  expect(refusal).toMatchObject({
    status: 503,
    headers: { "retry-after": "5" },
    body: { error_code: "SERVICE_UNAVAILABLE" },
  });
  // A separate stream writes the log lines.
  await expect.poll(() => server.log()).toMatch(/"reason":"the disk that [^"]+ is on is full"/);
  const { request_id: _, ...during } = await call("/accounts/get", { access_token });
  expect(before).toMatchObject(during);

  const readiness = async () => (await fetch(`http://localhost:${server.port}/readyz`)).status;
  await expect.poll(readiness).toBe(503);

  rmSync(filler);
  await expect.poll(readiness).toBe(200);
  const public_token = await link();
  expect(await exchange(public_token)).toMatch(/^access-/);
  expect(await server.stop()).toBe(0);
  const file = new SQLite(join(data, "service-link.db"), { readonly: true });
  onTestFinished(() => void file.close());
  expect(file.pragma("integrity_check", { simple: true })).toBe("ok");
});
