import type { z } from "zod";
import type { LinkSession } from "../domain/ports.ts";
import type { World } from "../domain/world.ts";

/**
 * A private path that only our frame calls. `open` starts a session; the others carry its token and
 * get the session it names.
 */
export type BridgeEndpoint<
  Request extends z.ZodObject = z.ZodObject,
  Response extends z.ZodObject = z.ZodObject,
> = {
  path: `/bridge/${string}`;
  request: Request;
  response: Response;
} & (
  | {
      access: "open";
      handle(body: z.output<Request>, world: World): Promise<z.input<Response>>;
    }
  | {
      access: "session";
      handle(body: z.output<Request>, context: BridgeContext): Promise<z.input<Response>>;
    }
);

/** What a handler within a session gets beside the body. */
export type BridgeContext = World & { session: LinkSession };

/** Declares a bridge endpoint; the schemas give the handler its types. */
export const bridgeEndpoint = <Request extends z.ZodObject, Response extends z.ZodObject>(
  declared: BridgeEndpoint<Request, Response>,
): BridgeEndpoint<Request, Response> => declared;
