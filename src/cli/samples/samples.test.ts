import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { testApp } from "../../testing/test-app/test-app.ts";
import { runCli } from "../run-cli.fixture.ts";

/** An app's data folder, a folder for samples, and the command that creates samples. */
const setup = async () => {
  const app = await testApp();
  const folder = mkdtempSync(join(tmpdir(), "service-link-samples-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const create = (name: string, at: string, variables: Record<string, string> = {}) =>
    runCli(["samples", "create", name, at, "--data", app.folder], { variables });
  return { app, folder, create };
};

test.each([
  ["react", ["VITE_LINK_KEY"], "npm install && npm run dev"],
  ["next", ["LINK_CLIENT_ID", "LINK_SECRET"], "npm install && npm run dev"],
  ["python", ["LINK_CLIENT_ID", "LINK_SECRET"], "python3 server.py"],
])(
  "the sample %s has one command and the sandbox's keys, which are not printed",
  async (name, variables, start) => {
    const { app, folder, create } = await setup();
    const target = join(folder, "deep", name);
    const { code, out } = await create(name, target, { PUBLIC_URL: "http://localhost:4321" });
    expect(code).toBe(0);
    const { client_id = "", secret = "", public_key = "" } = app.keys ?? {};
    expect(out).toContain(`Start it with: cd ${target} && ${start}\n`);
    expect(out).not.toContain(secret);
    const environment = readFileSync(join(target, ".env"), "utf8");
    const keys: Record<string, string> = {
      VITE_LINK_KEY: public_key,
      LINK_CLIENT_ID: client_id,
      LINK_SECRET: secret,
    };
    for (const variable of variables)
      expect(environment).toContain(`${variable}=${keys[variable]}\n`);
    expect(environment).toContain("LINK_ORIGIN=http://localhost:4321\n");
    expect(environment.includes(secret)).toBe(variables.includes("LINK_SECRET"));
    expect(statSync(join(target, ".env")).mode & 0o777).toBe(0o600);
    const readme = readFileSync(join(target, "README.md"), "utf8");
    expect(readme).toContain(`\`\`\`sh\n${start}\n\`\`\``);
    expect(readme.includes("are not released yet")).toBe(name !== "python");
    expect(readme.includes("service-link-node-")).toBe(name === "next");
    expect(readFileSync(join(target, ".gitignore"), "utf8")).toContain(".env\n");
    expect(existsSync(join(target, "node_modules"))).toBe(false);
  },
);

test("a sample is refused with a sentence, and nothing is written", async () => {
  const { app, folder, create } = await setup();
  const refused = async (sentence: string, ...call: Parameters<typeof create>) => {
    const { code, out, err } = await create(...call);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(sentence);
  };
  const fresh = join(folder, "fresh");
  await refused("there is no sample ruby, but react, next, python", "ruby", fresh);
  await refused("not for production", "react", fresh, { SERVICE_ENV: "production" });
  const noStore = await runCli(["samples", "create", "next", fresh, "--data", join(folder, "no")]);
  expect(noStore.err).toContain("there is no store in");
  rmSync(join(app.folder, "keys.json"));
  await refused("is not on this machine", "python", fresh);
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(join(folder, "mine.txt"), "");
  await refused("is not empty", "python", folder);
  await refused("is a file, not a folder", "python", join(folder, "mine.txt"));
  expect(readdirSync(folder)).toEqual(["mine.txt"]);
});

test("a failure on the way leaves no new folder, and an empty one empty", async () => {
  const { folder, create } = await setup();
  // The path of vite.config.ts exceeds the system's limit of 4,095 bytes.
  const top = join(folder, "deep");
  const room = 4095 - "/tsconfig.json".length - top.length;
  const names = Array.from({ length: Math.floor(room / 100) - 1 }, () => "x".repeat(99));
  const last = "x".repeat(room - names.length * 100 - 1);
  const target = join(top, ...names, last);
  for (const isThere of [false, true]) {
    if (isThere) mkdirSync(target, { recursive: true });
    const { code, err } = await create("react", target);
    expect(code).toBe(1);
    expect(err).toContain("service-link: the sample cannot be written: ENAMETOOLONG");
    expect(existsSync(top)).toBe(isThere);
  }
  expect(readdirSync(target)).toEqual([]);
});

test("the list has a sentence for each sample", async () => {
  const { out } = await runCli(["samples", "list"]);
  expect(out).toMatch(/^ {2}react .+\.\n {2}next .+\.\n {2}python .+\.\n/);
});
