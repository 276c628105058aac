import { isIP } from "node:net";
import type { Environment } from "../../protocol/vocabulary.ts";
import { isOutboundHost } from "../domain/outbound-hosts.ts";
import { isInstitutionAddress } from "../domain/webhooks/webhook-url.ts";
import { type LookUp, systemLookUp } from "./checked-lookup.ts";

/** The time for a look-up, in ms; each connection checks the addresses again. */
const RESPONSE_LIMIT_MS = 3000;

type Options = {
  environment: Environment;
  /** The hosts that may be on a private network. */
  privateHosts: readonly string[];
  lookUp?: LookUp;
};

/**
 * Returns whether all addresses of an institution's host are private addresses that no setting
 * allows.
 */
export const createPrivateHostCheck =
  ({ environment, privateHosts, lookUp = systemLookUp }: Options) =>
  async (hostname: string): Promise<boolean> => {
    if (isOutboundHost(hostname, privateHosts)) return false;
    const addresses = await resolveHost(hostname, lookUp);
    const rules = { environment, mayBePrivate: false };
    return (
      addresses.length > 0 && addresses.every((address) => !isInstitutionAddress(address, rules))
    );
  };

/** Returns the addresses of a host; an empty list if the lookup fails or takes too long. */
async function resolveHost(hostname: string, lookUp: LookUp): Promise<string[]> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) !== 0) return [host];
  return new Promise((resolve) => {
    const limit = setTimeout(() => resolve([]), RESPONSE_LIMIT_MS);
    lookUp(host, (failure, addresses) => {
      clearTimeout(limit);
      resolve(failure ? [] : addresses.map(({ address }) => address));
    });
  });
}
