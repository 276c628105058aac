// node scripts/audit-dependencies.mjs: reports known vulnerabilities of production dependencies;
// exits with 1 if there are any, or if the registry has no audit.
import { spawnSync } from "node:child_process";

const { stdout } = spawnSync(
  "npm",
  ["audit", "--omit=dev", "--json", "--fetch-retries=1", "--fetch-timeout=20000"],
  {
    encoding: "utf8",
    shell: process.platform === "win32",
  },
);
const report = parse(stdout);
const counts = report?.metadata?.vulnerabilities;
if (!counts) {
  const reason = report?.message ?? report?.error?.summary ?? "it did not respond";
  console.error(
    `dependencies were not audited: the registry has no audit to offer (${reason}); ` +
      "npm_config_registry=URL names one that has",
  );
  process.exitCode = 1;
} else if (counts.total > 0) {
  const names = Object.values(report.vulnerabilities).map(
    ({ name, severity, range }) => `${name} ${range} (${severity})`,
  );
  console.error(`known vulnerabilities: ${names.join(", ")}; npm audit says more`);
  process.exitCode = 1;
} else {
  console.log(`no known vulnerabilities in ${report.metadata.dependencies.prod} dependencies`);
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
