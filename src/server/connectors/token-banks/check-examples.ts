import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import type { TokenBank } from "../../domain/institutions/bank-description.ts";
import { openBankClient } from "../bank-client.ts";
import { readHoldings, readPull } from "./read-bank.ts";

const Json = z.record(z.string(), z.unknown());

/** The recorded examples of a bank: its responses, and the expected data. */
export const BankExamples = z.strictObject({
  /** The source of the responses, and the day of their recording. */
  source: z.string().min(1).max(500),
  period: z.strictObject({ from: z.iso.date(), to: z.iso.date() }),
  exchanges: z
    .array(
      z.strictObject({
        /** The path below the base, with the query parameters that distinguish pages. */
        request: z.string().startsWith("/"),
        headers: z.record(z.string(), z.string()).optional(),
        response: z.unknown(),
      }),
    )
    .min(1)
    .max(50),
  /** Required fields of accounts and transactions. Other fields are not compared. */
  accounts: z.array(Json),
  transactions: z.array(Json),
  /** Required fields of securities and positions. Other fields are not compared. */
  securities: z.array(Json).optional(),
  holdings: z.array(Json).optional(),
});
export type BankExamples = z.infer<typeof BankExamples>;

/**
 * Reads a bank's recorded responses by the bank's description. Returns the differences from the
 * expected data.
 */
export const checkExamples = async (bank: TokenBank, examples: BankExamples): Promise<string[]> => {
  const unanswered: string[] = [];
  const rejected: string[] = [];
  const client = openBankClient({
    institutionId: bank.institution_id,
    origin: new URL(bank.base).origin,
    headers: {},
    clock: () => 0,
    refusals: [],
    log: { warn: (details) => void rejected.push(JSON.stringify(details)) },
    http: {
      fetch: async (address) => {
        const exchange = exchangeFor(new URL(address), bank, examples);
        if (exchange) return Response.json(exchange.response, { headers: exchange.headers ?? {} });
        unanswered.push(address.slice(new URL(bank.base).origin.length));
        return new Response(null, { status: 404 });
      },
      close: async () => undefined,
    },
  });
  try {
    const reader = { bank, client, pages: new Map(), own: {} };
    const { accounts, transactions } = await readPull(reader, examples.period);
    const held = bank.holdings ? await readHoldings(reader) : null;
    return [
      ...differences("accounts", examples.accounts, accounts),
      ...differences("transactions", examples.transactions, transactions),
      ...differences("securities", examples.securities ?? [], held?.securities ?? []),
      ...differences("holdings", examples.holdings ?? [], held?.holdings ?? []),
    ];
  } catch (failure) {
    if (!(failure instanceof Fault)) throw failure;
    return unanswered.length > 0
      ? unanswered.map((request) => `there is no example of ${request}`)
      : [`a response is not understood: ${rejected.join("; ")}`];
  }
};

/** The example that matches most parameters of a request. */
function exchangeFor(address: URL, bank: TokenBank, { exchanges }: BankExamples) {
  const base = new URL(bank.base).pathname.replace(/\/+$/, "");
  const matches = exchanges.flatMap((exchange) => {
    const example = new URL(exchange.request, "https://bank.example");
    const parameters = [...example.searchParams];
    const isMatch =
      `${base}${example.pathname}` === address.pathname &&
      parameters.every(([name, value]) => address.searchParams.getAll(name).includes(value));
    return isMatch ? [{ exchange, count: parameters.length }] : [];
  });
  return matches.toSorted((a, b) => b.count - a.count)[0]?.exchange;
}

function differences(
  name: string,
  expected: readonly Record<string, unknown>[],
  found: readonly object[],
): string[] {
  if (expected.length !== found.length)
    return [`${name}: ${found.length} are read, and the examples have ${expected.length}`];
  return expected.flatMap((fields, at) =>
    Object.entries(fields).flatMap(([field, value]) => {
      const read: unknown = Reflect.get(found[at] ?? {}, field);
      return isDeepStrictEqual(read, value)
        ? []
        : [
            `${name}[${at}].${field} is ${JSON.stringify(read)}, and the examples have ${JSON.stringify(value)}`,
          ];
    }),
  );
}
