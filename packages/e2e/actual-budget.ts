import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePorts } from "../../src/testing/free-ports.ts";
import { newFolder, run, start } from "./install.ts";
import { post } from "./reading-server.ts";

/**
 * The unchanged reader, with a newer SQLite driver than its own, which would be compiled at its
 * installation.
 */
const MANIFEST = {
  private: true,
  dependencies: { "@actual-app/sync-server": "26.9.0" },
  overrides: { "better-sqlite3": "13.2.0" },
};

/** Installs Actual Budget's server from npm, starts it, and signs in. */
export const startActual = async (more: Record<string, string> = {}) => {
  const reader = newFolder();
  writeFileSync(join(reader.folder, "package.json"), JSON.stringify(MANIFEST));
  run(reader.folder, ["npm", "install", "--no-audit", "--no-fund"]);
  mkdirSync(join(reader.folder, "data"));
  const [port] = await freePorts(1);
  const actual = await start(reader.folder, ["npx", "actual-server"], /Listening on/, {
    ACTUAL_DATA_DIR: join(reader.folder, "data"),
    ACTUAL_PORT: `${port}`,
    ACTUAL_HOSTNAME: "127.0.0.1",
    ...more,
  });
  const call = (path: string, body: object, headers?: Record<string, string>) =>
    post(`http://127.0.0.1:${port}${path}`, body, headers);
  const { data: session } = await call("/account/bootstrap", { password: "budget" });
  const signedIn = { "x-actual-token": session.token };
  return {
    call: async (path: string, body: object = {}) => (await call(path, body, signedIn)).data,
    keep: (name: string, value: string) => call("/secret", { name, value }, signedIn),
    stop: async () => {
      await actual.stop();
      reader.remove();
    },
  };
};
