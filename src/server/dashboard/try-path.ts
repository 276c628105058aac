import { z } from "zod";
import { TriedCall } from "../../protocol/dashboard/dashboard.ts";
import { Fault } from "../domain/fault.ts";
import { VERSIONS } from "../versions/index.ts";
import { dashboardCall, requireFewChanges } from "./call.ts";

/** The fields with a caller's keys. */
const KEYS = ["client_id", "secret", "public_key"];

/**
 * Calls an API path as the client. The session replaces the secret, which neither the page nor the
 * server knows. Outside the sandbox the call is audited.
 */
export const tryPath = dashboardCall({
  path: "/dashboard/api/try",
  role: "developer",
  about: "client",
  request: z.strictObject({
    path: z
      .string()
      .max(100)
      .meta({ examples: ["/item/get"] }),
    version: z.enum(VERSIONS).optional(),
    body: z.record(z.string(), z.unknown()).meta({ examples: [{}] }),
  }),
  response: TriedCall,
  run: async ({ path, version, body }, client, context) => {
    const key = KEYS.find((name) => Object.hasOwn(body, name));
    if (key !== undefined)
      throw new Fault("UNKNOWN_FIELDS", {
        message: `body.${key} is not taken: the session says whose call it is`,
        display: `Leave ${key} out: you are signed in.`,
      });
    const call = context.findPath(path);
    if (!call)
      throw new Fault("INVALID_FIELD", {
        message: "path is no path of the API",
        display: "The API has no such path.",
      });
    if (context.environment !== "sandbox") {
      await requireFewChanges(context);
      await context.store.audit.append({
        at: context.clock(),
        actor: { kind: "dashboard", name: context.sessionName },
        action: "client.try_path",
        subject: client.clientId,
        details: { path, address: context.address },
      });
    }
    return call(client, version, body);
  },
});
