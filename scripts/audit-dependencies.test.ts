import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const PROJECT = join(import.meta.dirname, "..");

/**
 * Runs the audit against a registry that answers every call in the same way. Returns its exit code
 * and output.
 */
const auditAt = async (status: number, answer: object) => {
  const registry = createServer((request, response) => {
    request.resume();
    // The audit also requests each package with a finding.
    const name = decodeURIComponent(request.url?.slice(1) ?? "");
    const body = request.method === "GET" ? { name, versions: {} } : answer;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  registry.listen(0, "127.0.0.1");
  await once(registry, "listening");
  onTestFinished(() => void registry.close());
  const address = registry.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const env = { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/` };
  const script = join(PROJECT, "scripts/audit-dependencies.mjs");
  return promisify(execFile)(process.execPath, [script], { cwd: PROJECT, env }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, text: stderr }),
  );
};

test("an audit fails, and says why, if the registry has none", async () => {
  const { code, text } = await auditAt(404, { error: "not found" });
  expect(code).toBe(1);
  expect(text).toContain("dependencies were not audited: the registry has no audit to offer");
});

test("an audit without findings succeeds, and one with a finding names it and fails", async () => {
  expect(await auditAt(200, {})).toMatchObject({
    code: 0,
    text: expect.stringContaining("no known vulnerabilities in"),
  });
  const advisory = {
    ...{ id: 1, url: "https://advisories.example/1", title: "A flaw", severity: "high" },
    ...{ vulnerable_versions: "*", cwe: [], cvss: { score: 0, vectorString: null } },
  };
  const { code, text } = await auditAt(200, { fastify: [advisory] });
  expect(code).toBe(1);
  expect(text).toMatch(/^known vulnerabilities: .*fastify .*\(high\)/);
});
