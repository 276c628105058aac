import { randomBytes } from "node:crypto";
import { DAY_MS, dayAt, toDate } from "../../server/domain/calendar.ts";
import {
  CERTIFICATE_NOTICE_DAYS,
  certificateEnds,
} from "../../server/domain/institutions/certificate-ends.ts";
import { createVault } from "../../server/domain/vault.ts";
import { readMasterKeys } from "../../server/host/data-folder/master-key.ts";
import { type Finding, type Start, tryCheck } from "./finding.ts";

/**
 * Checks that the certificates for institutions stay valid in the coming days; null without
 * certificates.
 */
export const checkCertificates = async ({
  settings,
  inspection,
  now,
}: Start): Promise<Finding | null> => {
  const found = await inspection().catch(() => null);
  if (!found || found.connections.length === 0) return null;
  const ends = await tryCheck(() => {
    const vault = createVault(readMasterKeys(settings, randomBytes, false), randomBytes);
    return certificateEnds(vault, found.connections);
  });
  // Another check covers a wrong master key.
  if ("failure" in ends || ends.value.length === 0) return null;
  const soon = ends.value.filter(({ until }) => until - now < CERTIFICATE_NOTICE_DAYS * DAY_MS);
  if (soon.length === 0) return { is: "right", says: "are good for a month at least" };
  const names = soon.map(
    ({ institutionId, until }) =>
      `that for ${institutionId} ${until <= now ? "expired" : "expires"} on ${toDate(dayAt(until))}`,
  );
  return {
    is: "odd",
    says: names.slice(0, 5).join(", ") + (names.length > 5 ? ` and ${names.length - 5} more` : ""),
    advice: "get a new one, register it at the institution, and connect it again with both files",
  };
};
