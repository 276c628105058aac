import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type SecureVersion } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import {
  CERTIFICATE,
  KEY,
  NEXT_CERTIFICATE,
  NEXT_KEY,
} from "../../../testing/test-app/certificate.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { readSettings } from "./settings.ts";

const LOOPBACK = "127.0.0.1";

/** Returns the port of a server with a certificate. */
const serve = async (variables: Record<string, string>): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-tls-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [TLS_CERT, TLS_KEY] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  writeFileSync(TLS_CERT, CERTIFICATE);
  writeFileSync(TLS_KEY, KEY);
  const app = await testApp({ TLS_CERT, TLS_KEY, ...variables });
  return app.listen({ host: LOOPBACK, port: 0 });
};

/**
 * Returns the TLS version of a handshake with a client that speaks a single version, or the
 * refusal.
 */
const handshake = (port: number, version: SecureVersion): Promise<string | null> =>
  new Promise((resolve, reject) => {
    const socket = connect({
      host: LOOPBACK,
      port,
      minVersion: version,
      maxVersion: version,
      // OpenSSL speaks TLS 1.1 only at this level.
      ciphers: "DEFAULT@SECLEVEL=0",
      rejectUnauthorized: false,
    });
    socket.once("secureConnect", () => {
      resolve(socket.getProtocol());
      socket.destroy();
    });
    socket.once("error", reject);
  });

test("a client of TLS 1.1 is refused, unless TLS_MIN_VERSION lets it in", async () => {
  const strict = await serve({});
  expect(await handshake(strict, "TLSv1.2")).toBe("TLSv1.2");
  expect(await handshake(strict, "TLSv1.3")).toBe("TLSv1.3");
  await expect(handshake(strict, "TLSv1.1")).rejects.toThrow("alert protocol version");
  const lenient = await serve({ TLS_MIN_VERSION: "1.1" });
  expect(await handshake(lenient, "TLSv1.1")).toBe("TLSv1.1");
  expect(await handshake(lenient, "TLSv1.3")).toBe("TLSv1.3");
  await expect(handshake(lenient, "TLSv1")).rejects.toThrow("alert protocol version");
});

test("TLS_MIN_VERSION 1.3 refuses a client of TLS 1.2", async () => {
  const port = await serve({ TLS_MIN_VERSION: "1.3" });
  expect(await handshake(port, "TLSv1.3")).toBe("TLSv1.3");
  await expect(handshake(port, "TLSv1.2")).rejects.toThrow("alert protocol version");
});

test.each(["1.0", "1", "TLSv1.2", "2", ""])("TLS_MIN_VERSION %j is refused", (version) => {
  expect(() => readSettings({}, { TLS_MIN_VERSION: version })).toThrow(
    `TLS_MIN_VERSION: must be 1.1, 1.2 or 1.3, not ${JSON.stringify(version)}`,
  );
});

test("a renewed certificate is used without a restart; a broken one leaves the one in use", async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-tls-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [TLS_CERT, TLS_KEY] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const write = (certificate: string, key: string) => {
    writeFileSync(TLS_CERT, certificate);
    writeFileSync(TLS_KEY, key);
  };
  write(CERTIFICATE, KEY);
  const app = await testApp({ TLS_CERT, TLS_KEY });
  const port = await app.listen({ host: LOOPBACK, port: 0 });
  const first = await fingerprint(port);
  write("nothing", KEY);
  app.reloadCertificate();
  expect(await fingerprint(port)).toBe(first);
  expect(app.logged.join("")).toContain("the certificate in use stays");
  write(NEXT_CERTIFICATE, NEXT_KEY);
  app.reloadCertificate();
  expect(await fingerprint(port)).not.toBe(first);
  await expect(handshake(port, "TLSv1.1")).rejects.toThrow("alert protocol version");
});

/** Returns the certificate of a server. */
const fingerprint = (port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: LOOPBACK, port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.destroy();
    });
    socket.once("error", reject);
  });
