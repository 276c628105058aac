import type { z } from "zod";
import type { Client } from "../domain/clients/client.ts";
import type { Services } from "../domain/services.ts";

/** Something that a client changes about itself. What it asks for is checked before anything changes. */
export type DashboardAction<Request extends z.ZodObject = z.ZodObject> = {
  path: `/dashboard/${string}`;
  request: Request;
  run(body: z.output<Request>, client: Client, services: Services): Promise<void>;
};

/** Declares an action; the schema gives it its types. */
export const dashboardAction = <Request extends z.ZodObject>(
  action: DashboardAction<Request>,
): DashboardAction<Request> => action;
