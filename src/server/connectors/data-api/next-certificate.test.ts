import { X509Certificate } from "node:crypto";
import { createServer } from "node:https";
import { type AddressInfo, connect as connectTcp, createServer as createTcpServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import {
  AUTHORITY,
  CLIENT_PAIR,
  RENEWED_PAIR,
  SEAL_PAIR,
  SERVER,
} from "../../../../demo/bank/certificates.fixture.ts";
import {
  CLIENT_AUTHORITY,
  FOLLOWING_PAIR,
  REVOCATION_LIST,
  REVOKED_PAIR,
} from "../../../../demo/bank/revoked-certificate.fixture.ts";
import { certificateEnds, certificateInUse } from "../../domain/institutions/certificate-ends.ts";
import { certificateEnd } from "../../domain/institutions/client-secrets-problem.ts";
import {
  type ClientSecrets,
  declareRegistration,
} from "../../domain/institutions/institution-registration.ts";
import { createVault } from "../../domain/vault.ts";
import { openCertified } from "./client-certificates.ts";
import { patientHttp } from "./connected-bank.fixture.ts";

const vault = createVault({ current: new Uint8Array(32) }, (size) => new Uint8Array(size));
const DAY = 86_400_000;

/**
 * A server that admits an authority's clients, except for a revoked one, and responds with the
 * serial number.
 */
const strictServer = async () => {
  const server = createServer(
    {
      ...{ cert: SERVER.certificate, key: SERVER.key },
      ...{
        ca: CLIENT_AUTHORITY,
        crl: REVOCATION_LIST,
        requestCert: true,
        rejectUnauthorized: true,
      },
    },
    ({ socket }, response) => {
      const serial = "getPeerX509Certificate" in socket && Object(socket).getPeerX509Certificate();
      response.end(String(Object(serial).fingerprint256));
    },
  );
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  onTestFinished(() => void server.close());
  return `https://localhost:${(server.address() as AddressInfo).port}`;
};

const toConnection = (issuer: string, secrets: ClientSecrets) =>
  declareRegistration(
    vault,
    {
      ...{ institutionId: "ins_700001", issuer, clientId: "me", secrets },
      mayBePrivate: () => true,
    },
    0,
  );

const openAt = (issuer: string, secrets: ClientSecrets, clock = Date.now) => {
  const http = patientHttp();
  onTestFinished(() => http.close());
  const given = { authorities: AUTHORITY, ...secrets };
  const client = openCertified(http, toConnection(issuer, given), given, clock);
  const ask = async () => (await client.fetch(`${issuer}/`, { method: "GET", headers: {} })).text();
  return ask;
};

/** The alerts of TLS (RFC 8446, 6). */
const ALERTS = { revoked: 44, expired: 45, unknownAuthority: 48 };

/**
 * A server that refuses the certificate of its first connections by a TLS alert, and passes later
 * ones on.
 */
const refusingServer = async (alert: number, times = Number.POSITIVE_INFINITY) => {
  const behind = Number(new URL(await strictServer()).port);
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections += 1;
    socket.on("error", () => undefined);
    if (connections <= times) {
      // Node's own server ends a connection without an alert.
      socket.once("data", () => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, alert])));
      return;
    }
    const inner = connectTcp(behind, "localhost").on("error", () => undefined);
    socket.pipe(inner).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  onTestFinished(() => void server.close());
  return `https://localhost:${(server.address() as AddressInfo).port}`;
};

test.each([
  [ALERTS.revoked, "it is revoked"],
  [ALERTS.expired, "it has expired"],
  [ALERTS.unknownAuthority, "its authority is not trusted"],
])(
  "a certificate that is refused by the alert %i is named in the cause: %s",
  async (alert, words) => {
    const ask = openAt(await refusingServer(alert), { certificate: FOLLOWING_PAIR });
    await expect(ask()).rejects.toMatchObject({
      code: "INSTITUTION_REGISTRATION_REQUIRED",
      cause: { message: `the institution refuses the client's certificate: ${words}` },
    });
  },
);

test("the next certificate is shown at once if the bank refuses the first, and the request is not lost", async () => {
  const ask = openAt(await refusingServer(ALERTS.revoked, 1), {
    certificate: REVOKED_PAIR,
    nextCertificate: FOLLOWING_PAIR,
  });
  const shown = new X509Certificate(FOLLOWING_PAIR.certificate).fingerprint256;
  expect(await ask()).toBe(shown);
  expect(await Promise.all([ask(), ask()])).toEqual([shown, shown]);
});

test("a next certificate that is refused as well is no endless attempt", async () => {
  const ask = openAt(await refusingServer(ALERTS.revoked), {
    certificate: REVOKED_PAIR,
    nextCertificate: FOLLOWING_PAIR,
  });
  await expect(ask()).rejects.toMatchObject({ code: "INSTITUTION_REGISTRATION_REQUIRED" });
});

test("the first certificate is shown on its last day if the bank has not admitted the next one yet", async () => {
  const now = (certificateEnd(FOLLOWING_PAIR.certificate) ?? 0) - DAY / 2;
  const ask = openAt(
    await refusingServer(ALERTS.unknownAuthority, 1),
    { certificate: FOLLOWING_PAIR, nextCertificate: RENEWED_PAIR },
    () => now,
  );
  const shown = new X509Certificate(FOLLOWING_PAIR.certificate).fingerprint256;
  expect(await ask()).toBe(shown);
  expect(await Promise.all([ask(), ask()])).toEqual([shown, shown]);
});

test.each([
  ["is refused as well", 2, Date.now()],
  ["has not begun", 1, 0],
])("the first certificate stays in use if the next one %s", async (_, times, now) => {
  const ask = openAt(
    await refusingServer(ALERTS.unknownAuthority, times),
    { certificate: FOLLOWING_PAIR, nextCertificate: RENEWED_PAIR },
    () => now,
  );
  await expect(ask()).rejects.toMatchObject({ code: "INSTITUTION_REGISTRATION_REQUIRED" });
  expect(await ask()).toBe(new X509Certificate(FOLLOWING_PAIR.certificate).fingerprint256);
});

test("the next certificate is shown from a day before the end of the first, on the same client", async () => {
  const until = certificateEnd(FOLLOWING_PAIR.certificate) ?? 0;
  let now = until - 10 * DAY;
  const issuer = await strictServer();
  const second = { ...FOLLOWING_PAIR };
  const ask = openAt(issuer, { certificate: FOLLOWING_PAIR, nextCertificate: second }, () => now);
  const before = await ask();
  now = until - DAY + 1;
  expect(await ask()).toBe(before);
  const pairs = [CLIENT_PAIR, RENEWED_PAIR] as const;
  const end = certificateEnd(CLIENT_PAIR.certificate) ?? 0;
  expect(certificateInUse(...pairs, end - DAY - 1)).toBe(CLIENT_PAIR);
  expect(certificateInUse(...pairs, end - DAY)).toBe(RENEWED_PAIR);
  // A certificate that is not valid yet waits.
  expect(certificateInUse(...pairs, 0)).toBe(CLIENT_PAIR);
  expect(certificateInUse(undefined, undefined, 0)).toBeUndefined();
});

test("an end is reported of the last certificate of each kind", () => {
  const ends = (secrets: ClientSecrets) =>
    certificateEnds(vault, [toConnection("https://bank.example", secrets)]).map(
      ({ until }) => until,
    );
  const end = (pair: { certificate: string }) => certificateEnd(pair.certificate);
  expect(ends({ certificate: CLIENT_PAIR })).toEqual([end(CLIENT_PAIR)]);
  expect(ends({ certificate: CLIENT_PAIR, nextCertificate: FOLLOWING_PAIR })).toEqual([
    Math.max(Number(end(CLIENT_PAIR)), Number(end(FOLLOWING_PAIR))),
  ]);
  expect(ends({ certificate: CLIENT_PAIR, sealCertificate: SEAL_PAIR })).toEqual(
    [end(SEAL_PAIR), end(CLIENT_PAIR)].toSorted((a, b) => Number(a) - Number(b)),
  );
});
