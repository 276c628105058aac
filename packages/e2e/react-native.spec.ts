import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { install, newFolder, run } from "./install.ts";

const ENTRY = join(import.meta.dirname, "../../src/sdk/frameworks/react-native.ts");

/**
 * Makes Metro ignore `exports` for our package only, like earlier versions. React Native itself
 * requires `exports`.
 */
const OLD_METRO = `
const config = require("./metro.config.js");
const resolveRequest = (context, name, platform) =>
  context.resolveRequest(
    { ...context, unstable_enablePackageExports: !name.startsWith("service-link") },
    name,
    platform,
  );
module.exports = { ...config, resolver: { ...config.resolver, resolveRequest } };
`;

test.describe("an app of React Native", () => {
  let app: ReturnType<typeof newFolder>;
  test.beforeAll(() => {
    app = newFolder("react-native");
    install(app.folder, "service-link");
  });
  test.afterAll(() => app.remove());

  test("compiles, and so does the entry, with the types of React Native and its WebView", () => {
    run(app.folder, ["tsc", "-p", "."]);
    const typesOf = (name: string, file: string) => [join(app.folder, "node_modules", name, file)];
    const config = {
      extends: "./tsconfig.json",
      compilerOptions: {
        allowImportingTsExtensions: true,
        lib: ["es2023", "dom"],
        paths: {
          react: typesOf("@types/react", "index.d.ts"),
          "react-native": typesOf("react-native", "types_generated/index.d.ts"),
          "react-native-webview": typesOf("react-native-webview", "index.d.ts"),
        },
      },
      include: [],
      files: [ENTRY],
    };
    writeFileSync(join(app.folder, "tsconfig.entry.json"), JSON.stringify(config));
    run(app.folder, ["tsc", "-p", "tsconfig.entry.json"]);
  });

  for (const [how, config] of [
    ["by the package's exports", ""],
    ["by its files, as older ones do", OLD_METRO],
  ])
    test(`Metro finds the entry ${how}, and bundles none of the page's script`, () => {
      const file = config ? "metro.old.js" : "metro.config.js";
      if (config) writeFileSync(join(app.folder, file), config);
      run(app.folder, ["npm", "run", "bundle", "--", "--config", file]);
      const bundle = readFileSync(join(app.folder, "app.bundle.js"), "utf8");
      expect(bundle).toContain("/link.html?");
      expect(bundle).not.toContain("attachShadow");
    });
});
