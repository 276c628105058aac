import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import { beforeAll, expect, test } from "vitest";
import {
  CERTIFICATE,
  KEY,
  NEXT_CERTIFICATE,
  NEXT_KEY,
} from "../../testing/test-app/certificate.ts";
import { buildCommand } from "../../testing/test-command.ts";
import { newFolder, serve } from "../../testing/traffic/serve.ts";

beforeAll(buildCommand);

/** The certificate of the process that accepts a new connection. */
const fingerprint = (port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.destroy();
    });
    socket.once("error", reject);
  });

test("SIGHUP makes every process use the renewed certificate, and ends no process", async () => {
  const files = newFolder();
  const [TLS_CERT, TLS_KEY] = [join(files, "cert.pem"), join(files, "key.pem")];
  writeFileSync(TLS_CERT, CERTIFICATE);
  writeFileSync(TLS_KEY, KEY);
  const variables = { TLS_CERT, TLS_KEY, LOG_LEVEL: "info" };
  const server = await serve(newFolder(), ["--processes", "2"], variables);
  const first = await fingerprint(server.port);
  writeFileSync(TLS_CERT, NEXT_CERTIFICATE);
  writeFileSync(TLS_KEY, NEXT_KEY);
  server.child.kill("SIGHUP");
  await expect.poll(() => fingerprint(server.port)).not.toBe(first);
  // The processes take turns.
  await expect
    .poll(async () => {
      const fingerprints = await Promise.all([1, 2, 3, 4].map(() => fingerprint(server.port)));
      return fingerprints.includes(first);
    })
    .toBe(false);
  expect(server.log()).not.toContain("a process ended");
  expect(await server.stop()).toBe(0);
});
