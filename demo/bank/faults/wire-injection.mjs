/** @import { IncomingMessage } from "node:http" */
/** @import { FaultSwitches } from "./switches.mjs" */
/** @import { WireResponse } from "./types.d.mts" */

/**
 * Changes a request by the active faults, before the bank looks at it. Throws a RangeError for an unknown fault.
 * @param {FaultSwitches} switches
 * @param {IncomingMessage} request
 */
export const changeRequest = (switches, request) => {
  for (const fault of switches.active(request.url)) fault.request?.(request);
};

/**
 * A response of UK Open Banking or NextGenPSD2, with the id of its request and with faults injected.
 * @param {FaultSwitches} switches
 * @param {IncomingMessage} request
 * @param {{ base: RegExp, idHeader: string, response: WireResponse, now: number }} answer
 * @returns {WireResponse}
 */
export const wireWithFaults = (switches, request, { base, idHeader, response, now }) => {
  const url = new URL(request.url ?? "/", "http://bank");
  const id = request.headers[idHeader];
  const changed = {
    status: response.status,
    headers: { ...response.headers, ...(id && { [idHeader]: String(id) }) },
    body: structuredClone(response.body),
  };
  const details = {
    method: request.method ?? "GET",
    path: url.pathname.replace(base, ""),
    query: url.searchParams,
    headers: request.headers,
    now,
  };
  for (const fault of switches.active(request.url)) fault.wire?.(changed, details);
  return changed;
};
