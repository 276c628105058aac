import { z } from "zod";
import { VERSIONS } from "../../versions/index.ts";
import { settingsCall } from "./change.ts";

/** Sets the dated version of webhooks, and of requests without a Service-Version header. */
export const changeVersion = settingsCall({
  path: "/dashboard/api/version",
  request: z.strictObject({ version: z.enum(VERSIONS) }),
  action: "client.set_default_version",
  details: ({ version }) => ({ to: version }),
  run: ({ version }, { clientId }, { store }) => store.clients.setDefaultVersion(clientId, version),
});
