// Puts the API reference's page into the built files.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import swaggerFolder from "swagger-ui-dist/absolute-path.js";

const TARGET = "dist/public/docs";
mkdirSync(TARGET, { recursive: true });

const pages = [
  ...["docs.html", "docs.css", "docs.js"].map((name) => ["src/docs", name]),
  ...["swagger-ui.css", "swagger-ui-bundle.js"].map((name) => [swaggerFolder(), name]),
];
for (const [folder, name] of pages) {
  // The map that the last line names is not served.
  const text = readFileSync(`${folder}/${name}`, "utf8").replace(
    /\n?(\/\*|\/\/)# sourceMappingURL=\S+( \*\/)?\s*$/,
    "\n",
  );
  writeFileSync(`${TARGET}/${name}`, text);
}
for (const name of ["LICENSE", "NOTICE", "swagger-ui-bundle.js.LICENSE.txt"])
  cpSync(
    `${swaggerFolder()}/${name}`,
    `${TARGET}/${name.replace(/^(LICENSE|NOTICE)$/, "swagger-ui.$1.txt")}`,
  );
