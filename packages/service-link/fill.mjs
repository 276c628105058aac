import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { build } from "vite";
import { EXIT_STATUSES } from "../../src/protocol/exit-status.ts";
import { MFA_KINDS } from "../../src/protocol/mfa-kinds.ts";
import { LANGUAGES } from "../../src/protocol/vocabulary.ts";

/** The files with public declarations, in order of dependency. */
const DECLARATIONS = ["error-code", "types", "event-types", "config-type", "module"];

/** The unions that are lists or registries of the protocol. */
const UNIONS = [
  ["Language", "The languages Link speaks.", LANGUAGES],
  ["MfaType", "The kinds of MFA.", Object.keys(MFA_KINDS)],
  ["ExitStatus", "The progress of a user who left without connecting.", EXIT_STATUSES],
];

/** Fills the package with the modules that pages import, and the script tag's script. */
export const fillPagePackage = async (folder) => {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: "es2022",
      minify: false,
      lib: {
        entry: "src/sdk/module.ts",
        formats: ["es", "cjs"],
        fileName: (format) => (format === "es" ? "index.js" : "index.cjs"),
      },
    },
  });
  const types = declarations();
  for (const name of ["index.d.ts", "index.d.cts"]) writeFileSync(`${folder}/${name}`, types);
  for (const name of ["global.js", "global.cjs", "global.d.ts", "global.d.cts"])
    cpSync(`packages/service-link/${name}`, `${folder}/${name}`);
  cpSync("dist/public/link.js", `${folder}/link.js`);
};

/** Returns all declarations of the package as one file without imports. */
function declarations() {
  const folder = "dist/types";
  execFileSync("node_modules/.bin/tsc", ["-p", "packages/service-link/tsconfig.json"], {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  const texts = DECLARATIONS.map((name) =>
    readFileSync(`${folder}/sdk/${name}.d.ts`, "utf8").replace(
      /^(import|export) [^;]*? from "[^"]+";\n/gm,
      "",
    ),
  );
  rmSync(folder, { recursive: true });
  for (const [name, comment, values] of UNIONS)
    texts.push(
      `/** ${comment} */\nexport type ${name} = ${values.map((value) => `"${value}"`).join(" | ")};\n`,
    );
  // Without an export list, a declaration file exports everything in it.
  return `${texts.join("\n")}\nexport {};\n`;
}
