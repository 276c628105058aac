import type { z } from "zod";
import type { Fault } from "../domain/fault.ts";
import type { AccountVerification, LinkSession, SessionMove } from "../domain/link/link-session.ts";
import type { Services } from "../domain/services.ts";

/**
 * A private path that only our frame calls. `open` starts a session; the others carry its token and
 * get the session it names, which is not over yet, except for what is told `afterwards`. A `submission` changes the session and what is stored once, however often it
 * arrives: its handler says what is to change, and changes nothing itself.
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
      handle(body: z.output<Request>, context: OpenContext): Promise<z.input<Response>>;
    }
  | {
      access: "session" | "afterwards";
      handle(body: z.output<Request>, context: BridgeContext): Promise<z.input<Response>>;
    }
  | {
      access: "submission";
      handle(body: z.output<Request>, context: BridgeContext): Promise<Outcome<z.input<Response>>>;
    }
);

/** What a handler outside of any session gets beside the body. */
export type OpenContext = Services & {
  /** The origin that this server is reached at. */
  ownOrigin: string;
  /** Where the call comes from, as far as calls are counted. */
  address: string;
};

/** What a handler within a session gets beside the body. */
export type BridgeContext = Services & { session: LinkSession };

/** What a submission leads to; a refusal that changes nothing is thrown. */
export type Outcome<Answer> =
  | { answer: Answer; move: Omit<SessionMove, "answers"> }
  | { refusal: Fault; verified: AccountVerification };

/** Declares a bridge endpoint; the schemas give the handler its types. */
export const bridgeEndpoint = <Request extends z.ZodObject, Response extends z.ZodObject>(
  declared: BridgeEndpoint<Request, Response>,
): BridgeEndpoint<Request, Response> => declared;
