import { isLoopback } from "../../domain/clients/origin.ts";
import { SIMPLEFIN_CLAIM_PATH } from "../../domain/grants/setup-token.ts";
import { claimGrant } from "../../domain/grants/use-grant.ts";
import { type Door, jsonReply, textReply } from "../door.ts";
import { readAccountSet } from "./account-set.ts";

/** The versions of the protocol that this server speaks. */
const VERSIONS = ["1.0", "2.0"];

/** SimpleFIN (https://www.simplefin.org/protocol.html), versions 1 and 2, as a server. */
export const simplefin: Door = {
  name: "simplefin",
  routes: [
    {
      method: "GET",
      path: "/simplefin/info",
      handle: async () => jsonReply(200, { versions: VERSIONS }),
    },
    {
      method: "POST",
      path: `${SIMPLEFIN_CLAIM_PATH}:token`,
      handle: async ({ params, address, header }, context) => {
        const { grantId, secret } = await claimGrant(context, params.token ?? "", address);
        const url = new URL("/simplefin", originFor(header("host"), context.publicUrl()));
        url.username = grantId;
        url.password = secret;
        return textReply(200, url.href);
      },
    },
    { method: "GET", path: "/simplefin/accounts", handle: readAccountSet },
  ],
  refuse: ({ code, message, status }) => {
    // Readers search for this word, also after a claim.
    if (code === "INVALID_API_KEYS") return textReply(403, "Forbidden");
    // A response without accounts would make readers delete theirs for a temporary failure.
    if (status === 429 || status >= 500) return textReply(status, message);
    const errlist = [{ code: code === "INVALID_FIELD" ? "gen.api" : "gen.", msg: message }];
    return jsonReply(status, { errors: [message], errlist, connections: [], accounts: [] });
  },
};

/**
 * Returns the origin for a claim: the public origin, or on this machine the request's origin.
 * Readers compare it with their token's origin, and a container has another name for this machine.
 */
function originFor(host: string | undefined, publicUrl: string): string {
  const { hostname, protocol, port } = new URL(publicUrl);
  const asked = host === undefined ? null : URL.parse(`${protocol}//${host}`);
  return asked?.port === port && [hostname, asked.hostname].every(isLoopback)
    ? asked.origin
    : publicUrl;
}
