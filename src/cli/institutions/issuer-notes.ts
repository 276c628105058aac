import { createInstitutionHttp } from "../../server/adapters/institution-http.ts";
import type {
  ClientAuthentication,
  RegistrationDeclaration,
} from "../../server/domain/institutions/institution-registration.ts";
import type { Settings } from "../../server/host/settings/settings.ts";
import { readIssuer } from "../../server/institutions/conformance/read-issuer.ts";

/** Returns a line for each gap in an issuer's metadata; empty without gaps. */
export const issuerNotes = async (
  { issuer, secrets }: Pick<RegistrationDeclaration, "issuer" | "secrets">,
  authentication: ClientAuthentication,
  { environment, outboundHosts }: Settings,
  clock: () => number,
): Promise<string> => {
  const http = createInstitutionHttp({ environment, outboundHosts });
  try {
    const { authorities } = secrets;
    const privateHosts = [new URL(issuer).hostname];
    const summary = await readIssuer({ issuer, authorities, privateHosts }, { http, clock });
    const { isReadable, authentications, problems } = summary;
    const isOffered = !isReadable || authentications.includes(authentication);
    return [
      ...(isOffered ? [] : [`note: it does not offer ${authentication} for clients\n`]),
      ...problems.map(
        ({ found, fix }) => `note: its metadata ${found}; what would be right: ${fix}\n`,
      ),
    ].join("");
  } finally {
    await http.close();
  }
};
