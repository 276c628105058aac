import { z } from "zod";
import { PRODUCTS } from "./vocabulary.ts";

/** A connection, as shown to the person whose accounts it reads. */
export const PersonConnection = z.strictObject({
  connection_id: z.string(),
  /** The application's name; null if it has none. */
  application: z.string().nullable(),
  institution: z.strictObject({ name: z.string(), color: z.string() }),
  status: z.enum(["connected", "paused", "ended"]),
  accounts: z.array(
    z.strictObject({ account_id: z.string(), name: z.string(), mask: z.string().nullable() }),
  ),
  products: z.array(z.enum(PRODUCTS)),
  since: z.iso.datetime(),
  /** The end of the consent; null if it has none. */
  until: z.iso.datetime().nullable(),
});
export type PersonConnection = z.infer<typeof PersonConnection>;

/** The response of every path of the account site while the session lasts. */
export const ConnectionsAnswer = z.strictObject({
  /** The address that the person has confirmed; null in a session from Link. */
  email: z.string().nullable(),
  connections: z.array(PersonConnection),
  /** The ms until the session ends without further requests. */
  session_ends_in: z.int(),
  request_id: z.string(),
});
export type ConnectionsAnswer = z.infer<typeof ConnectionsAnswer>;
