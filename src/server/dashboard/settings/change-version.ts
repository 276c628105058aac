import { z } from "zod";
import { VERSIONS } from "../../versions/index.ts";
import { settingsCall } from "./change.ts";

/** Sets the dated version that requests without a Service-Version, and webhooks, go by. */
export const changeVersion = settingsCall({
  path: "/dashboard/api/version",
  request: z.strictObject({ version: z.enum(VERSIONS) }),
  action: "client.set_default_version",
  details: ({ version }) => ({ to: version }),
  run: ({ version }, { clientId }, { store }) => store.clients.setDefaultVersion(clientId, version),
});
