import { z } from "zod";
import { Fault } from "../domain/fault.ts";
import { parseOrigin } from "../domain/origin.ts";
import type { Client, Store } from "../domain/ports.ts";
import { dashboardAction } from "./action.ts";

/** The longest host name has 253 characters. */
const OriginRequest = z.strictObject({ origin: z.string().min(1).max(300) });

/** Every call of a client reads its origins with it. */
const MOST_ORIGINS = 100;

/** Lets pages of one more origin show Link. */
export const allowOrigin = dashboardAction({
  path: "/dashboard/origin/allow",
  request: OriginRequest,
  async carryOut({ origin: text }, client, { store }) {
    const origin = parseOrigin(text);
    if (origin === null) throw notAnOrigin(text);
    const allowedOrigins = await originsNow(client, store);
    if (allowedOrigins.includes(origin)) return;
    if (allowedOrigins.length >= MOST_ORIGINS)
      throw new Fault("INVALID_FIELD", {
        message: `a client has at most ${MOST_ORIGINS} origins`,
        display: `There is room for ${MOST_ORIGINS} origins. Remove one first.`,
      });
    await store.clients.setAllowedOrigins(client.clientId, [...allowedOrigins, origin]);
  },
});

/** Lets pages of an origin show Link no longer. */
export const disallowOrigin = dashboardAction({
  path: "/dashboard/origin/disallow",
  request: OriginRequest,
  async carryOut({ origin }, client, { store }) {
    const allowedOrigins = await originsNow(client, store);
    if (!allowedOrigins.includes(origin)) return;
    const others = allowedOrigins.filter((known) => known !== origin);
    await store.clients.setAllowedOrigins(client.clientId, others);
  },
});

/**
 * All of them are written anew, and what is remembered of a client may lack one that another process
 * has added a moment ago; by its public key it is read each time.
 */
async function originsNow({ publicKey }: Client, { clients }: Store): Promise<string[]> {
  return (await clients.byPublicKey(publicKey))?.allowedOrigins ?? [];
}

function notAnOrigin(text: string): Fault {
  const meant = originMeant(text.trim());
  return new Fault("INVALID_FIELD", {
    message: "origin must be an origin, such as https://shop.example, without a path",
    display: meant
      ? `An origin has a scheme, a host and no path. Did you mean ${meant}?`
      : "Write it like https://shop.example, without a path.",
  });
}

/** What a text that is no origin was probably meant to be: the origin within an address. */
function originMeant(text: string): string | null {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  return URL.canParse(address) ? parseOrigin(new URL(address).origin) : null;
}
