import type { Security } from "../../../protocol/investments.ts";
import { dayAt, toDate } from "../../domain/calendar.ts";
import type { Grant } from "../../domain/grants/grant.ts";
import { securityList } from "../../formats/ofx/write-investments.ts";
import { securityNumber } from "../../formats/ofx/write-securities.ts";
import type { StatementStream } from "../../formats/statement.ts";
import type { DoorContext } from "../door.ts";
import type { DoorAccount } from "../read-grant.ts";
import { toKind } from "./accounts.ts";
import { type Element, elementsAt, textAt } from "./parse-request.ts";
import { statusElement, transactionId } from "./replies.ts";
import { openStatement } from "./statements.ts";

/** A request for descriptions of securities, by number or ticker; null for all. */
type AskedSecurities = { transactionId: string; names: readonly string[] | null };

/** The requests for the descriptions of securities. */
export const securitiesAsked = (request: Element): AskedSecurities[] =>
  elementsAt(request, ["SECLISTMSGSRQV1", "SECLISTTRNRQ"]).map((one) => {
    const wanted = elementsAt(one, ["SECLISTRQ", "SECRQ"]);
    const names = wanted.map((each) =>
      (textAt(each, "SECID", "UNIQUEID") || textAt(each, "TICKER")).toUpperCase(),
    );
    return { transactionId: transactionId(one), names: names.length === 0 ? null : names };
  });

/**
 * Writes the securities in the response's statements, and the requested securities of the grant's
 * accounts.
 */
export async function* securities(
  context: DoorContext,
  grant: Grant,
  {
    accounts,
    asked,
    statements,
  }: {
    accounts: readonly DoorAccount[];
    asked: readonly AskedSecurities[];
    statements: readonly StatementStream[];
  },
): AsyncGenerator<string> {
  if (asked.length === 0) return yield* securityList(statements);
  const day = toDate(dayAt(context.clock()));
  const held: StatementStream[] = [];
  for (const account of accounts.filter((one) => toKind(one) === "INVSTMT")) {
    const wanted = { account, period: { from: day, to: day }, isWithTransactions: true };
    const stream = await openStatement(context, grant, wanted, true);
    if (stream) held.push(stream);
  }
  const known = new Set(
    held.flatMap(({ portfolio }) => (portfolio?.securities ?? []).flatMap(listNames)),
  );
  const responses = asked.map(({ transactionId: id, names }) => {
    const status = names?.some((name) => !known.has(name)) ? "noSecurity" : "ok";
    const list = status === "ok" ? "<SECLISTRS></SECLISTRS>" : "";
    return `<SECLISTTRNRS>${id}${statusElement(status)}${list}</SECLISTTRNRS>`;
  });
  const wanted = new Set(asked.flatMap(({ names }) => names ?? []));
  const isForAll = asked.some(({ names }) => names === null);
  yield* securityList(statements, {
    responses: responses.join(""),
    asked: held,
    isAsked: (security) => isForAll || listNames(security).some((name) => wanted.has(name)),
  });
}

/** The names by which a program may request a security. */
const listNames = (security: Security): string[] =>
  [securityNumber(security.security_id, security), security.ticker_symbol ?? ""].flatMap((name) =>
    name === "" ? [] : name.toUpperCase(),
  );
