import type { CustomInstitution } from "../../domain/institutions/institution.ts";
import type { InstitutionHttp } from "../../domain/institutions/institution-http.ts";
import { cutOwnLogo, OWN_LOGO_BYTES } from "../../domain/institutions/logo/own-logo.ts";
import { createTurns } from "../../domain/jobs/yield-to-event-loop.ts";

/** Institutions with their own logos' pictures, and the problems of unusable logos. */
export type WithLogos = {
  institutions: CustomInstitution[];
  bad: { institutionId: string; problem: string }[];
};

/** The number of logos to fetch at once. */
const AT_ONCE = 4;

const DATA = /^data:image\/png;base64,(.*)$/s;

/**
 * Adds the pictures of the institutions' own logos, each fetched once. A stored logo with the same
 * address stays. The server's SSRF rules apply, and redirects are not followed.
 */
export const readOwnLogos = async (
  institutions: readonly CustomInstitution[],
  stored: readonly CustomInstitution[],
  http: InstitutionHttp,
): Promise<WithLogos> => {
  const known = new Map(
    stored.flatMap(({ institutionId, logo }) =>
      logo?.isStored ? [[institutionId, logo.source]] : [],
    ),
  );
  const bad: WithLogos["bad"] = [];
  const read: CustomInstitution[] = [];
  const turn = createTurns();
  const queue = institutions.entries();
  const work = async (): Promise<void> => {
    for (const [at, institution] of queue) {
      const { institutionId, logo } = institution;
      read[at] = institution;
      if (!logo || known.get(institutionId) === logo.source) continue;
      // A large picture takes 100 ms, and the Dashboard imports thousands in a running server.
      await turn();
      const png = await makePicture(logo.source, http);
      if (typeof png === "string") bad.push({ institutionId, problem: `its logo: ${png}` });
      else read[at] = { ...institution, logo: { ...logo, png } };
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { institutions: read, bad };
};

async function makePicture(source: string, http: InstitutionHttp): Promise<Buffer | string> {
  const [, base64] = DATA.exec(source) ?? [];
  if (base64 !== undefined) return cutOwnLogo(Buffer.from(base64, "base64"));
  const client = http.open({ hosts: [new URL(source).hostname], privateHosts: [] });
  try {
    const response = await client.fetch(source, {
      method: "GET",
      headers: { accept: "image/png" },
      bodyLimit: OWN_LOGO_BYTES,
    });
    if (response.status !== 200) return `${source} responded with ${response.status}`;
    return cutOwnLogo(Buffer.from(await response.arrayBuffer()));
  } catch {
    return `${source} could not be read`;
  } finally {
    await client.close();
  }
}
