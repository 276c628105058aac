import { FormatError } from "./format-error.ts";
import { joinedInvestments, type StatementSecurity } from "./investments.ts";
import { MAX_ACCOUNTS, type Statement, type StatementBalance } from "./statement.ts";

/**
 * Joins statements of the same account and currency, such as one per day or page. Keeps the first
 * opening balance, and the last balance of every other kind. An account without a number is
 * identified by its name. Throws a FormatError for more accounts than a file may have.
 */
export function mergeStatements(statements: readonly Statement[]): Statement[] {
  const byAccount = new Map<string, Statement[]>();
  for (const [at, statement] of statements.entries()) {
    const { id, iban, bankId, name, currency } = statement.account;
    const isInvestment = statement.investments !== undefined;
    const number = id ?? iban;
    const names = number === null ? [name] : [number, bankId, null];
    const key = JSON.stringify(
      number === null && name === null ? at : [...names, currency, isInvestment],
    );
    const known = byAccount.get(key);
    if (known) known.push(statement);
    else byAccount.set(key, [statement]);
  }
  if (byAccount.size > MAX_ACCOUNTS)
    throw new FormatError("TOO_MANY_ACCOUNTS", { expected: `at most ${MAX_ACCOUNTS}` });
  return [...byAccount.values()].flatMap((parts) => {
    const [first] = parts;
    if (!first || parts.length === 1) return parts;
    const investments = joinedInvestments(parts.map((part) => part.investments));
    return {
      account: first.account,
      from: parts.map(({ from }) => from).reduce((a, b) => (a === null || (b && b < a) ? b : a)),
      to: parts.map(({ to }) => to).reduce((a, b) => (a === null || (b && b > a) ? b : a)),
      balances: mergedBalances(parts.flatMap(({ balances }) => balances)),
      transactions: parts.flatMap(({ transactions }) => transactions),
      ...(investments && { investments }),
    };
  });
}

/**
 * The first opening balance by day, and the last balance of every other kind. On the same day, the
 * file's order decides.
 */
function mergedBalances(balances: readonly StatementBalance[]): StatementBalance[] {
  const byKind = new Map<string, StatementBalance>();
  for (const balance of balances) {
    const known = byKind.get(balance.kind);
    const [day, knownDay] = [balance.date ?? "", known?.date ?? ""];
    const isBetter = balance.kind === "opening" ? day < knownDay : day >= knownDay;
    if (!known || isBetter) byKind.set(balance.kind, balance);
  }
  return [...byKind.values()];
}

/**
 * Adds to each statement the descriptions of the securities that it names, and of their underlying
 * securities.
 */
export function withSecurities(
  statements: readonly Statement[],
  securities: readonly StatementSecurity[],
): Statement[] {
  const byKey = new Map(securities.map((security) => [security.key, security]));
  return statements.map((statement) => {
    const { investments } = statement;
    if (!investments) return statement;
    const { holdings, transactions } = investments;
    const keys = new Set([...(holdings ?? []), ...transactions].map((each) => each.securityKey));
    for (const key of [...keys]) keys.add((key && byKey.get(key)?.option?.underlying) || null);
    const own = [...keys].flatMap((key) => (key && byKey.get(key)) || []);
    return { ...statement, investments: { ...investments, securities: own } };
  });
}
