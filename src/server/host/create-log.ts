import { type DestinationStream, type Logger, pino } from "pino";
import { printable } from "../../protocol/printable.ts";
import { redactTokens, redactTokensIn } from "../../protocol/redact-tokens.ts";
import { logContext } from "../domain/log-context.ts";

/**
 * The log: a line of JSON for each event, with the request, the Link session, the Item or the job it is about. No
 * line has a token, even if an error or an address has one, nor a character that steers a terminal or ends a line.
 */
export const createLog = (
  level: string,
  destination: DestinationStream = pino.destination(2),
): Logger =>
  pino(
    { level, mixin: logContext, hooks: { streamWrite: (line) => printable(redactLine(line)) } },
    destination,
  );

/** A line without tokens, which is JSON still: in its text a redaction could take the half of an escape along. */
function redactLine(line: string): string {
  if (!/%|\\u/.test(line) && redactTokens(line) === line) return line;
  return `${JSON.stringify(redactTokensIn(JSON.parse(line)))}\n`;
}
