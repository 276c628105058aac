import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import SQLite from "better-sqlite3";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { buildCommand } from "../../testing/test-command.ts";
import { createApplication } from "../../testing/traffic/link-session.ts";
import { newFolder, serve } from "../../testing/traffic/serve.ts";

beforeAll(buildCommand);

const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, { encoding: "utf8" }).status;

/** A separate disk that the system switches to read-only mode. */
const failingDisk = () => {
  const folder = newFolder();
  const [image, disk] = [join(folder, "image"), join(folder, "disk")];
  mkdirSync(disk);
  writeFileSync(image, Buffer.alloc(24 * 1024 * 1024));
  const mount = () => run("mount", "-o", "loop,errors=remount-ro", image, disk) === 0;
  const unmount = () => run("umount", "-l", disk);
  if (run("mkfs.ext4", "-q", "-F", image) !== 0)
    throw new Error("there is no mkfs.ext4: on Debian, type sudo apt-get install e2fsprogs");
  if (!mount()) throw new Error("only root can mount a disk: type sudo npm run test:endurance");
  onTestFinished(() => void unmount());
  const { stdout } = spawnSync("findmnt", ["-no", "SOURCE", disk], { encoding: "utf8" });
  return {
    disk,
    /** Simulates the errors of a broken sector. */
    fail: () => writeFileSync(`/sys/fs/ext4/${basename(stdout.trim())}/trigger_fs_error`, "1"),
    /** Repairs the disk when no process has it open. */
    repair: () => {
      run("umount", disk);
      // 1: errors were corrected.
      return (run("e2fsck", "-p", image) ?? 9) <= 1 && mount();
    },
  };
};

test("a disk that turns read-only returns 503 and is logged, and has every acknowledged write once after its repair", async () => {
  const device = failingDisk();
  const data = join(device.disk, "data");
  const server = await serve(data);
  const { call, send, link, exchange } = createApplication(() => server.port);
  const access_token = (await exchange(await link())) ?? "";
  const before = await call("/accounts/get", { access_token });
  const item = { access_token, webhook: "https://shop.example/hook" };
  device.fail();

  expect(await send("/item/webhook/update", item)).toMatchObject({
    status: 503,
    headers: { "retry-after": "5" },
    body: { error_code: "SERVICE_UNAVAILABLE" },
  });
  await expect.poll(server.log).toMatch(/"reason":"the disk that [^"]+ is on can only be read"/);
  const { request_id: _, ...during } = await call("/accounts/get", { access_token });
  expect(before).toMatchObject(during);
  expect(await server.stop()).toBe(0);

  expect(device.repair()).toBe(true);
  const second = await serve(data, ["--port", String(server.port)]);
  const { request_id: __, ...after } = await call("/accounts/get", { access_token });
  expect(before).toMatchObject(after);
  await call("/item/webhook/update", item);
  expect(await second.stop()).toBe(0);
  const file = new SQLite(join(data, "service-link.db"), { readonly: true });
  onTestFinished(() => void file.close());
  expect(file.pragma("integrity_check", { simple: true })).toBe("ok");
  file.close();
});
