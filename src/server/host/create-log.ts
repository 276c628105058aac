import { type DestinationStream, type Logger, pino } from "pino";
import { printable } from "../../protocol/printable.ts";
import { redactTokens, redactTokensIn } from "../../protocol/redact-tokens.ts";
import { logContext } from "../domain/log-context.ts";

/**
 * Creates the log, which writes each event as a line of JSON, with its request, Link session, Item
 * or job. The log writes no tokens, even if an error or an address contains a token. It also writes
 * no control characters within a line.
 */
export const createLog = (
  level: string,
  destination: DestinationStream = pino.destination(2),
): Logger =>
  pino(
    { level, mixin: logContext, hooks: { streamWrite: (line) => printable(redactLine(line)) } },
    destination,
  );

/**
 * Removes tokens from a line and keeps the line valid JSON. A redaction of the plain text could cut
 * an escape in half.
 */
function redactLine(line: string): string {
  if (!/%|\\u/.test(line) && redactTokens(line) === line) return line;
  return `${JSON.stringify(redactTokensIn(JSON.parse(line)))}\n`;
}
