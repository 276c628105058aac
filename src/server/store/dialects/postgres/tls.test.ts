import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSecureContext, TLSSocket } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { CERTIFICATE, KEY } from "../../../../testing/test-app/certificate.ts";
import { postgres } from "../postgres.ts";

/** A server that speaks TLS as `localhost`, records the first bytes, and hangs up. */
const tlsServer = async () => {
  const startups: string[] = [];
  const secureContext = createSecureContext({ cert: CERTIFICATE, key: KEY });
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write("S");
      const secure = new TLSSocket(socket, { isServer: true, secureContext });
      secure.on("error", () => {});
      secure.once("data", (bytes) => {
        startups.push(String(bytes));
        secure.destroy();
      });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, startups };
};

test("TLS connects only to the certificate's host, and only with a trusted authority", async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-ca-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const authority = join(folder, "ca.pem");
  writeFileSync(authority, CERTIFICATE);
  const { port, startups } = await tlsServer();
  const reasonFor = async (host: string, query: string) => {
    const address = `postgres://jo:hunter2@${host}:${port}/link?${query}`;
    const failure = await postgres.inspect(address).catch((reason: Error) => reason);
    return failure instanceof Error ? postgres.explain(failure, address)?.reason : null;
  };
  expect(await reasonFor("localhost", "sslmode=verify-full")).toContain("is not trusted");
  expect(await reasonFor("localhost", "sslmode=verify-ca")).toContain("is not trusted");
  const rootCertificate = `sslrootcert=${encodeURIComponent(authority)}`;
  expect(await reasonFor("127.0.0.1", `sslmode=verify-full&${rootCertificate}`)).toContain(
    "is another host's",
  );
  expect(startups).toEqual([]);

  const answers = [
    await reasonFor("localhost", `sslmode=verify-full&${rootCertificate}`),
    await reasonFor("127.0.0.1", `sslmode=verify-ca&${rootCertificate}`),
    await reasonFor("localhost", "sslmode=require"),
  ];
  for (const reason of answers) expect(reason).toContain("has ended the connection");
  expect(startups).toHaveLength(3);
  for (const startup of startups) expect(startup).toContain("\0jo\0");
});
