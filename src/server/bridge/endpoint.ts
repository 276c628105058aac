import type { z } from "zod";
import type { Revocation } from "../domain/connectors/revoke-job.ts";
import type { Fault } from "../domain/fault.ts";
import type { LinkSession, SessionMove } from "../domain/link/link-session.ts";
import type { SessionStep } from "../domain/link/session-step.ts";
import type { Services } from "../domain/services.ts";
import type { AccountVerification } from "../domain/verification/verification.ts";

/**
 * A private path that only our frame calls. `open` needs no session; `session` needs the token of a
 * running session; `afterwards` also accepts an ended session. A `submission` is idempotent: its
 * handler returns the change to store and writes nothing itself. A retry gets the stored response.
 */
export type BridgeEndpoint<
  Request extends z.ZodObject = z.ZodObject,
  Response extends z.ZodObject = z.ZodObject,
> = {
  path: `/bridge/${string}`;
  /** The maximum size of the body in bytes, if above the default. */
  bodyLimit?: number;
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

/** The context of a handler without a session. */
export type OpenContext = Services & {
  /** This server's origin. */
  ownOrigin: string;
  /** The IP prefix of the caller, for rate limits. */
  address: string;
};

/** The context of a handler with a session. */
export type BridgeContext = Services & { session: LinkSession };

/**
 * The outcome of a submission. A refusal without changes is thrown. A returned refusal may record a
 * verification, or move the session to another step.
 */
export type Outcome<Answer> =
  | {
      answer: Answer;
      move: Omit<SessionMove, "answers">;
      /**
       * Access that the institution has granted in the submission; revoked unless the session
       * moves.
       */
      granted?: Revocation;
    }
  | { refusal: Fault; verified?: AccountVerification; step?: SessionStep };

/** Declares a bridge endpoint; the schemas give the handler its types. */
export const bridgeEndpoint = <Request extends z.ZodObject, Response extends z.ZodObject>(
  definition: BridgeEndpoint<Request, Response>,
): BridgeEndpoint<Request, Response> => definition;
