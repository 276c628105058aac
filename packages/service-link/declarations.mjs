import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { EXIT_STATUSES } from "../../src/protocol/exit-status.ts";
import { MFA_KINDS } from "../../src/protocol/link/mfa-kinds.ts";
import { LANGUAGES } from "../../src/protocol/vocabulary.ts";

/** The files with the core's public declarations, in order of dependency. */
const CORE = ["error-code", "types", "event-types", "config-type", "module"];

/** The unions that are lists or registries of the protocol. */
const UNIONS = [
  ["Language", "The languages Link speaks.", LANGUAGES],
  ["KnownMfaType", "The kinds of MFA that this release knows.", Object.keys(MFA_KINDS)],
  ["KnownExitStatus", "The exit statuses that this release knows.", EXIT_STATUSES],
];

const COMPILED = "dist/types";

/**
 * Writes all declarations of the package. The core's are in one file without imports. A framework's
 * declarations import the core's and the framework's.
 */
export const writeDeclarations = (folder, frameworks) => {
  execFileSync("node_modules/.bin/tsc", ["-p", "packages/service-link/tsconfig.json"], {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  const core = coreDeclarations();
  for (const extension of ["ts", "cts"]) {
    const module = extension === "ts" ? "js" : "cjs";
    writeFileSync(`${folder}/index.d.${extension}`, core);
    for (const name of frameworks)
      writeFileSync(`${folder}/${name}.d.${extension}`, frameworkDeclarations(name, core, module));
    writeFileSync(`${folder}/types.d.${extension}`, typesOnly(module));
  }
  rmSync(COMPILED, { recursive: true });
};

const read = (name) => readFileSync(`${COMPILED}/sdk/${name}.d.ts`, "utf8");

const IMPORT = /^(import|export) ([^;]*?)from "(\.[^"]+)";\n/gm;

const END = /^export \{\};\n/gm;

// Without an export list, a declaration file exports everything in it.
const end = (texts) => `${texts.join("\n")}\nexport {};\n`;

function coreDeclarations() {
  const texts = CORE.map((name) => read(name).replace(IMPORT, ""));
  for (const [name, comment, values] of UNIONS)
    texts.push(
      `/** ${comment} */\nexport type ${name} = ${values.map((value) => `"${value}"`).join(" | ")};\n`,
    );
  return end(texts);
}

/** Returns a framework's declarations, after the declarations of shared files. */
function frameworkDeclarations(name, core, module) {
  const texts = [...withShared(name)].map(([, text]) => text);
  const whole = texts.map((text) => text.replace(IMPORT, "").replace(END, "")).join("\n");
  const code = whole.replace(/\/\*.*?\*\//gs, "");
  const imported = [...core.matchAll(/^export type (\w+)/gm)]
    .map(([, type]) => type)
    .filter((type) => new RegExp(`\\b${type}\\b`).test(code));
  return end([`import type { ${imported.join(", ")} } from "./index.${module}";`, whole]);
}

/**
 * Returns the declarations of a file and of its imported siblings, by name, the file's own last.
 */
function withShared(name, known = new Map()) {
  const text = read(`frameworks/${name}`);
  for (const [, file] of text.matchAll(/from "\.\/([^"]+)\.ts"/g))
    if (!known.has(file)) withShared(file, known);
  return known.set(name, text);
}

const typesOnly = (module) =>
  `import "./global.${module}";\nexport type * from "./index.${module}";\n`;
