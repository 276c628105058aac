import { z } from "zod";
import { MAX_ORIGINS, parseOrigin } from "../../domain/clients/origin.ts";
import { Fault } from "../../domain/fault.ts";
import { settingsCall } from "./change.ts";

/** The longest host name has 253 characters. */
const OriginRequest = z.strictObject({ origin: z.string().min(1).max(300) });

/** Allows pages of another origin to show Link. */
export const allowOrigin = settingsCall({
  path: "/dashboard/api/origin/allow",
  role: "developer",
  request: OriginRequest,
  action: "client.allow_origin",
  details: ({ origin }) => ({ origin }),
  async run({ origin: text }, { clientId }, { store }) {
    const origin = parseOrigin(text);
    if (origin === null) throw notAnOrigin(text);
    if (await store.clients.allowOrigin(clientId, origin, MAX_ORIGINS)) return;
    throw new Fault("INVALID_FIELD", {
      message: `a client has at most ${MAX_ORIGINS} origins`,
      display: `There is room for ${MAX_ORIGINS} origins. Remove one first.`,
    });
  },
});

/** Stops an origin's pages from showing Link. */
export const disallowOrigin = settingsCall({
  path: "/dashboard/api/origin/disallow",
  role: "developer",
  request: OriginRequest,
  action: "client.disallow_origin",
  details: ({ origin }) => ({ origin }),
  run: ({ origin }, { clientId }, { store }) => store.clients.disallowOrigin(clientId, origin),
});

function notAnOrigin(text: string): Fault {
  const guess = guessOrigin(text.trim());
  return new Fault("INVALID_FIELD", {
    message: "origin must be an origin, such as https://shop.example, without a path",
    display: guess
      ? `An origin has a scheme, a host and no path. Did you mean ${guess}?`
      : "Write it like https://shop.example, without a path.",
  });
}

/** Returns the origin that an invalid text probably means, from an address in it, or null. */
function guessOrigin(text: string): string | null {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  return URL.canParse(address) ? parseOrigin(new URL(address).origin) : null;
}
