import { z } from "zod";
import { VERSIONS } from "../versions/index.ts";
import { dashboardAction } from "./action.ts";

/** Sets the dated version that requests without a Service-Version, and webhooks, go by. */
export const changeVersion = dashboardAction({
  path: "/dashboard/version",
  request: z.strictObject({ version: z.enum(VERSIONS) }),
  action: "client.set_default_version",
  details: ({ version }) => ({ to: version }),
  run: ({ version }, { clientId }, { store }) => store.clients.setDefaultVersion(clientId, version),
});
