// Writes src/server/http/nullable-fields.fixture.json: the fields of requests that may be null, by the types of a
// client library that is generated from the OpenAPI of the public API, with the name of its version:
//   npm pack plaid@47.0.0 && tar xzf plaid-47.0.0.tgz
//   node scripts/record-nullable-fields.mjs package
import { readFileSync, writeFileSync } from "node:fs";

const FILE = "src/server/http/nullable-fields.fixture.json";
const [folder = "package"] = process.argv.slice(2);
const types = readFileSync(`${folder}/dist/api.d.ts`, "utf8");
const code = readFileSync(`${folder}/dist/api.js`, "utf8");

/** The fields of each interface, by its name. */
const interfaces = new Map(
  [...types.matchAll(/^export interface (\w+) \{\n([\s\S]*?)^\}/gm)].map(([, name, body]) => [
    name,
    [...body.matchAll(/^ {4}'?([\w.]+)'?\??: (.*);$/gm)].map(([, field, type]) => ({
      field,
      type,
    })),
  ]),
);

/** The type of each method's request. */
const requests = new Map(
  [...types.matchAll(/^ {4}(\w+)\(\w+\??: (\w+Request)\b.*\): AxiosPromise/gm)].map(
    ([, method, request]) => [method, request],
  ),
);

const methods = [
  ...code.matchAll(
    /^ {8}(\w+): \((?:\w+).*?options = \{\}\) => __awaiter[\s\S]*?const localVarPath = `([^`]+)`/gm,
  ),
];

/**
 * Returns the nullable fields, including those in objects and lists of objects. Each path visits a
 * type once.
 */
function nullableFields(type, prefix = "", outer = [type]) {
  return (interfaces.get(type) ?? []).flatMap(({ field, type: fieldType }) => {
    const name = prefix + field;
    const inner = /\w+(?=>* ?\|? ?(?:null)?$)/.exec(fieldType.replace(/ \| null$/, ""))?.[0];
    const marks = "[]".repeat(fieldType.split("Array<").length - 1);
    return [
      ...(fieldType.endsWith("| null") ? [name] : []),
      ...(inner !== undefined && !outer.includes(inner)
        ? nullableFields(inner, `${name}${marks}.`, [...outer, inner])
        : []),
    ];
  });
}

const record = Object.fromEntries(
  methods
    .map(([, method, path]) => [path, nullableFields(requests.get(method) ?? "")])
    .filter(([, fields]) => fields.length > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1)),
);
writeFileSync(FILE, `${JSON.stringify(record, null, 2)}\n`);
console.log(`${FILE}: ${Object.keys(record).length} of ${methods.length} paths`);
