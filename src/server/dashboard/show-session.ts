import { z } from "zod";
import { DashboardAnswer } from "../../protocol/dashboard.ts";
import { dashboardCall } from "./call.ts";
import { showClient } from "./show-client.ts";

/** Shows the session's owner, and the client in view. */
export const showSession = dashboardCall({
  path: "/dashboard/api/me",
  about: "clients",
  request: z.strictObject({}),
  response: DashboardAnswer.omit({ request_id: true, session_ends_in: true }),
  run: async (_, client, context) => showClient(client, context.isOperator, context),
});
