import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { Fault } from "../domain/fault.ts";
import { digest } from "../domain/identifiers.ts";
import type { Client, Store } from "../domain/ports.ts";

/** The client's keys as fields of a body; the headers of the same meaning may stand in for them. */
export const CredentialFields = z.object({
  client_id: z.string().min(1).max(200),
  secret: z.string().min(1).max(200),
});

/** The client whose keys these are; INVALID_API_KEYS otherwise, in the same time for every reason. */
export const clientOf = async (
  { client_id, secret }: z.infer<typeof CredentialFields>,
  { clients }: Store,
): Promise<Client> => {
  const client = await clients.byClientId(client_id);
  const expected = Buffer.from(client?.secretDigest ?? digest(""));
  const given = Buffer.from(digest(secret));
  const equal = expected.length === given.length && timingSafeEqual(expected, given);
  if (!client || !equal) throw new Fault("INVALID_API_KEYS");
  return client;
};
