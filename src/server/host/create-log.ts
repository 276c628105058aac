import { type DestinationStream, type Logger, pino } from "pino";
import { printable } from "../../protocol/printable.ts";
import { redactTokens, redactTokensIn } from "../../protocol/redact-tokens.ts";
import { logContext } from "../domain/log-context.ts";

/**
 * Creates the log: a line of JSON for each event, with its request, Link session, Item or job. It
 * writes no token, even if an error or an address contains one, and no character that steers a
 * terminal or ends a line.
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
