import { execFileSync, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { freePorts } from "../../src/testing/free-ports.ts";
import { newFolder, tarball } from "./install.ts";

const BLOCKS = [
  ...readFileSync(join(import.meta.dirname, "../../public/llms.txt"), "utf8").matchAll(
    /^```sh\n(.*?)^```/gms,
  ),
].map(([, commands = ""]) => commands);

/** A registry with the packed server, and nothing else. */
const startRegistry = async () => {
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    if (request.url?.endsWith(".tgz"))
      return response.end(readFileSync(tarball("service-link-server")));
    const version = { name: "@service-link/server", ...manifest() };
    const dist = { tarball: `http://localhost:${port}/server.tgz` };
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        name: version.name,
        "dist-tags": { latest: version.version },
        versions: { [version.version]: { ...version, dist } },
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}/`, close: () => server.close() };
};

/** The manifest in the tarball. */
const manifest = (): { version: string } =>
  JSON.parse(
    execFileSync("tar", ["-xzOf", tarball("service-link-server"), "package/package.json"], {
      encoding: "utf8",
    }),
  );

test("the commands of llms.txt lead from an empty folder to a linked Item", async () => {
  const registry = await startRegistry();
  const [home, { folder, remove }] = [newFolder(), newFolder()];
  const settings = join(home.folder, "npmrc");
  writeFileSync(settings, `@service-link:registry=${registry.url}\n`);
  const [port] = await freePorts(1);
  // The default port may be taken.
  const script = BLOCKS.join("\n")
    .replaceAll("8080", String(port))
    .replace("--no-demo", `--no-demo --port ${port}`);
  // The commands start a server in the background, which ends with its process group.
  const shell = spawn("bash", ["-ec", `${script}\necho END`], {
    cwd: folder,
    // The test runner requests colours, which a pipe does not support.
    env: { ...process.env, npm_config_userconfig: settings, FORCE_COLOR: "0" },
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  await new Promise<void>((resolve) => {
    shell.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (/^END$/m.test(output)) resolve();
    });
    shell.once("exit", () => resolve());
  });
  if (shell.pid !== undefined) process.kill(-shell.pid, "SIGTERM");
  registry.close();
  home.remove();
  const [, count] = /^(\d+)\nlink-sandbox-\S+\nEND$/m.exec(output) ?? [];
  expect(Number(count), output).toBeGreaterThan(10);
  remove();
});
