import type { z } from "zod";
import type { Client } from "../domain/ports.ts";
import type { World } from "../domain/world.ts";

/** What an endpoint's handler gets beside the body: the world, and who asks. */
export type ApiContext = World & { client: Client };

/**
 * One path of the API. `request` leaves out client_id and secret and `response` leaves out
 * request_id: those belong to `http/`, as do the version, the limits and the shape of errors.
 */
export type Endpoint<
  Request extends z.ZodObject = z.ZodObject,
  Response extends z.ZodObject = z.ZodObject,
> = {
  path: `/${string}`;
  /** One sentence for the reference. */
  summary: string;
  /** Whether the path exists in the sandbox environment only. */
  sandboxOnly?: boolean;
  request: Request;
  response: Response;
  handle(body: z.output<Request>, context: ApiContext): Promise<z.input<Response>>;
};

/** Declares an endpoint; the schemas give the handler its types. */
export const endpoint = <Request extends z.ZodObject, Response extends z.ZodObject>(
  declared: Endpoint<Request, Response>,
): Endpoint<Request, Response> => declared;
