import { type LookupAddress, lookup as lookUp } from "node:dns";
import type { LookupFunction } from "node:net";

/** Finds all addresses of a name. */
export type LookUp = (
  hostname: string,
  answer: (failure: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

/** Asks the system for the addresses of a name. */
export const systemLookUp: LookUp = (hostname, answer) =>
  lookUp(hostname, { all: true }, (failure, addresses) => answer(failure, addresses));

/**
 * Resolves names to allowed addresses only. The connection goes to the checked address, which defeats DNS
 * rebinding.
 */
export const checkedLookup =
  (isAllowed: (hostname: string, address: string) => boolean, find: LookUp): LookupFunction =>
  (hostname, { all }, answer) =>
    find(hostname, (failure, addresses) => {
      const publicAddresses =
        addresses?.filter(({ address }) => isAllowed(hostname, address)) ?? [];
      const [first] = publicAddresses;
      if (failure) answer(failure, []);
      else if (!first) answer(new Error(`${hostname} has no public address`), []);
      else if (all) answer(null, publicAddresses);
      else answer(null, first.address, first.family);
    });
