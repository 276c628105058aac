import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { type CallToWrite, type Language, writeCall } from "./call-code.tsx";

const run = promisify(execFile);

const body = {
  name: `O'Brien "& <Söhne>" \\ $HOME \`id\` 👍`,
  options: { count: 5, offset: 0, is_on: true, is_off: false, nothing: null, none: {} },
  list: ["a", []],
};

/** Sends the request that curl would send for the code's options, since a machine may lack curl. */
const CURL = `
const { parseArgs } = require("node:util");
const options = { header: { type: "string", short: "H", multiple: true }, data: { type: "string", short: "d" } };
const { values, positionals } = parseArgs({ args: process.argv.slice(2), options, allowPositionals: true });
const headers = values.header.map((line) => line.split(": "));
fetch(positionals[0], { method: "POST", headers, body: values.data });
`;

/** A folder with a program of that name. */
const folderWithCurl = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-curl-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "curl.cjs"), CURL);
  const script = `#!/bin/sh\nexec "${process.execPath}" "${join(folder, "curl.cjs")}" "$@"\n`;
  writeFileSync(join(folder, "curl"), script, { mode: 0o700 });
  return folder;
};

test.each([
  ["curl", ["sh", "-c"]],
  ["node", [process.execPath, "--input-type=module", "-e"]],
] as const)(
  "the code in %s sends the body, the version and the keys of the environment",
  async (language, [program, ...options]) => {
    const received: unknown[] = [];
    const server = createServer(async (request, response) => {
      const { method, url, headers } = request;
      const { "acme-client-id": id, "acme-secret": secret, "acme-version": version } = headers;
      received.push({ method, url, id, secret, version, body: JSON.parse(await text(request)) });
      response.end("{}");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const code = write(language, `http://127.0.0.1:${port}`);
      await run(program, [...options, code], {
        env: {
          ...process.env,
          PATH: [folderWithCurl(), process.env.PATH].join(delimiter),
          CLIENT_ID: "client-1",
          SECRET: "secret-1",
        },
      });
    } finally {
      server.close();
    }
    const keys = { id: "client-1", secret: "secret-1", version: "2020-09-14" };
    expect(received).toEqual([{ method: "POST", url: "/auth/get", ...keys, body }]);
  },
);

test("the code in Python has Python's constants, and the strings of JSON", () => {
  const [, json] = /json=(.*),\n\)\n/s.exec(write("python", "http://localhost:8080")) ?? [];
  expect(json).toBe(`{
        "name": ${JSON.stringify(body.name)},
        "options": {
            "count": 5,
            "offset": 0,
            "is_on": True,
            "is_off": False,
            "nothing": None,
            "none": {},
        },
        "list": [
            "a",
            [],
        ],
    }`);
});

const write = (language: Language, origin: string): string => {
  const headers = { version: "Acme-Version", clientId: "ACME-CLIENT-ID", secret: "ACME-SECRET" };
  const call: CallToWrite = { origin, path: "/auth/get", body, version: "2020-09-14", headers };
  return writeCall(language, call);
};
