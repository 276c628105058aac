import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Variables } from "../../server/host/settings/variables.ts";
import { CERTIFICATE, KEY } from "../../testing/test-app/certificate.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { PROJECT } from "../../testing/test-command.ts";
import { newFolder } from "../../testing/traffic/serve.ts";
import { OLDEST_NODE } from "../node-version.ts";

const read = (file: string) => readFileSync(join(PROJECT, file), "utf8");

/** The health check of the image, at another port. */
const healthCheck = (port: number): string[] => {
  const [, command = ""] = /HEALTHCHECK[^[]+CMD (\[.+\])$/m.exec(read("Dockerfile")) ?? [];
  return JSON.parse(command.replace("port: 8080", `port: ${port}`));
};

const exitOf = async ([command = "", ...args]: string[], variables: Record<string, string>) => {
  const child = spawn(command, args, { env: { PATH: process.env.PATH, ...variables } });
  const [code] = await once(child, "exit");
  return code;
};

test("the image is healthy while its server responds, with and without TLS", async () => {
  const folder = newFolder();
  const tls = { TLS_CERT: join(folder, "cert.pem"), TLS_KEY: join(folder, "key.pem") };
  writeFileSync(tls.TLS_CERT, CERTIFICATE);
  writeFileSync(tls.TLS_KEY, KEY);
  for (const variables of [{}, tls]) {
    const app = await testApp(variables, newFolder());
    const port = await app.listen({ host: "127.0.0.1", port: 0 });
    expect(await exitOf(healthCheck(port), variables)).toBe(0);
    await app.server.close();
    expect(await exitOf(healthCheck(port), variables)).toBe(1);
  }
});

test("compose.yaml passes every setting, and the example names those that make sense there", () => {
  const compose = read("compose.yaml");
  expect(compose).toMatch(/^ {4}env_file: \.env$/m);
  const fixed = [...compose.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name]) => name);
  const named = [...read("deploy/compose.env.example").matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(
    ([, name]) => name,
  );
  // The proxy has the certificate and the limits per address. One line has all trace settings.
  // There is no standby.
  const missing = Object.keys(Variables.shape)
    .filter(
      (name) =>
        !/^(TLS_(CERT|KEY|MIN_VERSION)$|OTEL_|MAX_CONNECTIONS_PER_ADDRESS$|DATABASE_READ_URL$)/.test(
          name,
        ),
    )
    .filter((name) => ![...fixed, ...named].includes(name));
  expect(missing).toEqual([]);
  // The first two are fixed, and a start refuses the third next to TLS_PROXY.
  const others = ["DATABASE_URL", "TLS_PROXY", "MAX_CONNECTIONS_PER_ADDRESS"];
  expect(named.filter((name) => others.includes(name ?? ""))).toEqual([]);
});

test("a drained stop is given more time than its minute", () => {
  expect(read("compose.yaml")).toContain("stop_grace_period: 80s");
  expect(read("deploy/service-link.service")).toContain("TimeoutStopSec=80");
});

test("the systemd unit names the required Node, and DATABASE_URL", () => {
  const unit = read("deploy/service-link.service");
  expect(unit).toContain(`Node ${OLDEST_NODE} or newer`);
  expect(unit).toContain("DATABASE_URL");
});
