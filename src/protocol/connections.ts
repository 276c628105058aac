import { z } from "zod";
import { PRODUCTS } from "./vocabulary.ts";

/** A connection as the person sees it whose accounts it reads. */
export const PersonConnection = z.strictObject({
  connection_id: z.string(),
  /** The application by the name that it told; null where it told none. */
  application: z.string().nullable(),
  institution: z.strictObject({ name: z.string(), color: z.string() }),
  status: z.enum(["connected", "paused", "ended"]),
  accounts: z.array(
    z.strictObject({ account_id: z.string(), name: z.string(), mask: z.string().nullable() }),
  ),
  products: z.array(z.enum(PRODUCTS)),
  since: z.iso.datetime(),
  /** When the consent ends; null where it has no end. */
  until: z.iso.datetime().nullable(),
});
export type PersonConnection = z.infer<typeof PersonConnection>;

/** What every path of the account site answers while the session lasts. */
export const ConnectionsAnswer = z.strictObject({
  /** The address that the person has confirmed; null in a session from Link. */
  email: z.string().nullable(),
  connections: z.array(PersonConnection),
  /** In how many ms the session ends if nothing more is asked. */
  session_ends_in: z.int(),
  request_id: z.string(),
});
export type ConnectionsAnswer = z.infer<typeof ConnectionsAnswer>;
