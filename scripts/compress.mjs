// Compresses the built files in advance, so that a start does not compress. The server derives
// other encodings from these files.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const FOLDER = "dist/public";
const TEXT_FILES = [".json", ".css", ".html", ".js", ".md", ".svg", ".txt"];

/** For larger files, the last few percent would take most of a build's time. */
const LARGE = 256 * 1024;
const QUALITY_OF_LARGE = 9;

for (const path of readdirSync(FOLDER, { recursive: true })) {
  // Link's document is filled in for each request.
  if (!TEXT_FILES.includes(extname(path)) || path === "link.html") continue;
  const file = `${FOLDER}/${path}`;
  const content = readFileSync(file);
  const quality = content.length < LARGE ? constants.BROTLI_MAX_QUALITY : QUALITY_OF_LARGE;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
}
