import { type DestinationStream, type Logger, pino } from "pino";
import { logContext } from "./domain/log-context.ts";

/** The log: a line of JSON for each event, with the request, the Link session, the Item or the job it is about. */
export const createLog = (
  level: string,
  destination: DestinationStream = pino.destination(2),
): Logger => pino({ level, mixin: logContext }, destination);
