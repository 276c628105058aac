import { createHash, verify, X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import { HUNGARIAN_SEAL, SEAL_PAIR } from "../../../../demo/bank/certificates.fixture.ts";
import { withPerson } from "../../domain/presence.ts";
import { INSTITUTION_ID } from "./connected-bank.fixture.ts";
import { berlinBank, PERSON } from "./dialects/berlin-group/berlin-bank.fixture.ts";
import { requestSigner } from "./request-signature.ts";
import { RSA_KEY } from "./strict-bank.fixture.ts";

const PERIOD = { from: "2026-05-01", to: "2026-06-15" };
const COVERED = ["digest", "x-request-id", "psu-id", "tpp-redirect-uri"];

test("a signature covers the digest and the headers that a request has, and names its certificate", async () => {
  const headers = { "x-request-id": "99391c7e-ad88-49ec-a2ad-99ddcb1f7721", accept: "*/*" };
  const signed = await requestSigner(SEAL_PAIR, COVERED)(headers, '{"a":"ä"}');
  const digest = `SHA-256=${createHash("sha256").update('{"a":"ä"}').digest("base64")}`;
  expect(signed.digest).toBe(digest);
  expect(signed["tpp-signature-certificate"]).toMatch(/^MII[A-Za-z0-9+/]+=*$/);
  const [, signature = ""] =
    /^keyId="SN=77B31575FA053B19A8DEC992F52514BAB2AC925F,CA=CN=Lantern Test QTSP,O=Lantern Trust GmbH,C=DE",algorithm="rsa-sha256",headers="digest x-request-id",signature="([^"]+)"$/.exec(
      signed.signature ?? "",
    ) ?? [];
  const text = `digest: ${digest}\nx-request-id: ${headers["x-request-id"]}`;
  const { publicKey } = new X509Certificate(SEAL_PAIR.certificate);
  expect(verify("sha256", Buffer.from(text), publicKey, Buffer.from(signature, "base64"))).toBe(
    true,
  );
});

test("an issuer's name beyond ASCII is escaped in the header that names the certificate", async () => {
  const signed = await requestSigner({ ...SEAL_PAIR, certificate: HUNGARIAN_SEAL }, COVERED)(
    {},
    "",
  );
  const header = new Headers(signed).get("signature");
  expect(header).toContain(
    'CA=CN=NETLOCK Min\\C5\\91s\\C3\\ADtett,O=NETLOCK Kft.,C=HU",algorithm=',
  );
});

test("a name beyond ASCII is signed in the bytes in which its header is sent", async () => {
  const signed = await requestSigner(SEAL_PAIR, ["psu-id"])({ "psu-id": "Jos\u00e9" }, "");
  const [, signature = ""] = /,signature="([^"]+)"$/.exec(signed.signature ?? "") ?? [];
  const { publicKey } = new X509Certificate(SEAL_PAIR.certificate);
  const sent = Buffer.from("psu-id: Jos\u00e9", "latin1");
  expect(verify("sha256", sent, publicKey, Buffer.from(signature, "base64"))).toBe(true);
});

test("a request without a body is signed with the digest of nothing", async () => {
  const { digest } = await requestSigner(SEAL_PAIR, COVERED)({}, undefined);
  expect(digest).toBe("SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
});

test("each request for a consent and for data is signed at a bank that wants it, and no other is", async () => {
  const bank = await berlinBank({}, { sealCertificate: SEAL_PAIR });
  const { login } = await bank.signIn();
  expect((await bank.connector.transactions(login, PERIOD)).length).toBeGreaterThan(50);
  await bank.connector.revoke?.(login);
  const isSigned = ({ headers }: (typeof bank.calls)[number]) => "signature" in headers;
  const [data, other] = [true, false].map((isData) =>
    bank.calls.filter(({ url }) => url.pathname.startsWith("/v1/") === isData),
  );
  expect(data?.length).toBeGreaterThan(5);
  expect(data?.every(isSigned)).toBe(true);
  expect(other?.length).toBeGreaterThan(1);
  expect(other?.some(isSigned)).toBe(false);
});

test("the user's name is covered where a request has it", async () => {
  const { connector, calls } = await berlinBank(
    {},
    { approach: "decoupled", sealCertificate: SEAL_PAIR },
  );
  const user = { state: "s", redirectUri: "https://link.example/oauth/return" };
  await withPerson(PERSON, () => connector.start(INSTITUTION_ID, { login_hint: "ada" }, user));
  const post = calls.find(({ method }) => method === "POST");
  expect(post?.headers.signature).toContain('headers="digest x-request-id psu-id"');
});

test("a bank that wants signatures refuses a client without one, and no user is sent to sign in", async () => {
  const { signIn, calls } = await berlinBank({}, { sealCertificate: null });
  await expect(signIn()).rejects.toMatchObject({ code: "INSTITUTION_REGISTRATION_REQUIRED" });
  expect(calls.some(({ url }) => url.pathname === "/authorize")).toBe(false);
});

test("each request is signed by a program in front of an HSM, and one of another key is refused before it is sent", async () => {
  const seal = (key: string) => ({
    ...{ certificate: SEAL_PAIR.certificate, program: process.execPath },
    argumentTexts: [
      "-e",
      `const { sign } = require("node:crypto");
       const bytes = require("node:fs").readFileSync(0);
       process.stdout.write(sign("sha256", bytes, ${JSON.stringify(key)}));`,
    ],
  });
  const bank = await berlinBank({}, { sealCertificate: seal(SEAL_PAIR.key) });
  const { login } = await bank.signIn();
  expect((await bank.connector.balances(login)).length).toBeGreaterThan(1);
  const other = await berlinBank({}, { sealCertificate: seal(RSA_KEY.pem) });
  await expect(other.signIn()).rejects.toMatchObject({ code: "INSTITUTION_REGISTRATION_REQUIRED" });
  expect(other.calls.some(({ url }) => url.pathname.startsWith("/v1/"))).toBe(false);
  expect(other.logged.join("")).toContain("does not sign by the key of the certificate for seals");
});
