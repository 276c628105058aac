// A search over 12,000 institutions: in the server's directory, in the frame, and as it is written down.
import { brotliCompressSync } from "node:zlib";
import {
  connectorsFor,
  createDirectory,
  expand,
  indexQuery,
  institutionIndex,
  searchIndex,
  searchInstitutions,
} from "../dist/bench/parts.js";
import { madeUpInstitutions } from "./institutions.mjs";
import { measure, row } from "./measure.mjs";

const COUNT = 12_000;
const MAX_ROWS = 20;

/** The number of institutions in a plain search, which is slow. */
const FEW = 40;

/** The rows of this bench. */
export const bench = async () => {
  const own = madeUpInstitutions(COUNT).map(ownInstitution);
  const directory = createDirectory(connectorsFor("sandbox", Date.now, () => own));
  const query = indexQuery({
    countryCodes: ["US"],
    product: ["auth"],
    language: "en",
    byHand: false,
  });
  const texts = queries(own.map(({ name }) => name));

  const server = await measure((text) => directory.search(text, query.filter, MAX_ROWS), texts);
  const index = institutionIndex(directory, query);
  const json = JSON.stringify(index);
  const expansion = expand(JSON.parse(json));
  const search = searchIndex(expansion.texts);
  const frame = await measure((text) => search(text, MAX_ROWS).map(expansion.row), texts);
  const rows = directory.list(query.filter);
  const plain = await measure(
    (text) => searchInstitutions(text, rows).slice(0, MAX_ROWS),
    texts.filter((_, at) => at % Math.ceil(texts.length / FEW) === 0),
  );
  const openTimes = await measure(
    () => searchIndex(expand(JSON.parse(json)).texts),
    Array(10).fill(),
  );
  const size = brotliCompressSync(json).length;

  return [
    row("search as it is written down, p50", plain.p50, "ms"),
    row("search in the directory, p50", server.p50, "ms", { timesFaster: 10, than: plain.p50 }),
    row("search in the directory, p99", server.p99, "ms", { max: 2 }),
    row("search in the directory, p99 of all calls", server.worst, "ms"),
    row("search in the frame, p50", frame.p50, "ms", { timesFaster: 10, than: plain.p50 }),
    row("search in the frame, p99", frame.p99, "ms", { max: 2 }),
    row("search in the frame, p99 of all calls", frame.worst, "ms"),
    row("to make the frame's index", openTimes.p50, "ms"),
    row("the index, after brotli", size / 1024, "KB", { max: 100 }),
  ];
};

/**
 * Typed texts: prefixes of some names, the same with a missing letter, and with reordered words.
 */
function queries(names) {
  return names
    .filter((_, at) => at % 300 === 0)
    .flatMap((name) =>
      [1, 2, 3, 5, 8, 13, name.length].flatMap((length) => {
        const start = name.slice(0, length);
        const backwards = start.split(" ").reverse().join(" ");
        return [start, start.slice(0, 2) + start.slice(3), backwards];
      }),
    )
    .concat(["zzzz", "credit union", "union credit", "bank", "bank zzzz", "nobody is called that"]);
}

function ownInstitution(record) {
  return {
    institutionId: record.institution_id,
    name: record.name,
    aliases: record.aliases,
    products: record.products,
    countryCodes: record.country_codes,
    routingNumbers: record.routing_numbers,
    oauth: record.oauth,
    url: record.url,
    supported: true,
    logoShape: null,
    color: record.primary_color ?? null,
    addedAt: 0,
  };
}
