import { expect, test } from "vitest";
import {
  CERTIFICATE,
  EXPIRED_CERTIFICATE,
  EXPIRED_KEY,
  KEY,
} from "../../../testing/test-app/certificate.ts";
import { certificateEnd, clientSecretsProblem } from "./client-secrets-problem.ts";

const ENDED = { certificate: EXPIRED_CERTIFICATE, key: EXPIRED_KEY };
const GOOD = { certificate: CERTIFICATE, key: KEY };
const NOW = (certificateEnd(EXPIRED_CERTIFICATE) ?? 0) + 1;

test("a certificate that has ended stays where another has followed it, and is refused alone", () => {
  expect(certificateEnd(CERTIFICATE)).toBeGreaterThan(NOW);
  expect(clientSecretsProblem({ certificate: ENDED, nextCertificate: GOOD }, NOW)).toBeNull();
  expect(clientSecretsProblem({ certificate: ENDED }, NOW)).toContain("certificate was good until");
  expect(clientSecretsProblem({ certificate: GOOD, nextCertificate: ENDED }, NOW)).toContain(
    "next_certificate was good until",
  );
});
