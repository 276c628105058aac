import { Deviations } from "../../../domain/institutions/deviations.ts";
import type { InstitutionHttp } from "../../../domain/institutions/institution-http.ts";
import {
  type Approach,
  FDX_STANDARD,
} from "../../../domain/institutions/institution-registration.ts";
import { withPerson } from "../../../domain/presence.ts";
import { connectTo } from "../connected-bank.fixture.ts";
import { ISSUER, NOW, type Received } from "./authorization-server.fixture.ts";
import { type BookRow, dayBefore } from "./books.fixture.ts";

export const PERIOD = { from: dayBefore(NOW, 365), to: dayBefore(NOW, 0) };
const PERSON = { ipAddress: "203.0.113.7", userAgent: "Browser/1" };

type Bank = {
  dataUrl: string;
  respond(request: Received): Promise<Response>;
  visit(address: string): Record<string, string>;
};

/** The connector at a bank given as a function of requests. */
export const connectedTo = (
  bank: Bank,
  dialect: string,
  { approach = "oauth", deviations = {} }: { approach?: Approach; deviations?: object } = {},
) => {
  const http: InstitutionHttp = {
    close: async () => undefined,
    open: () => ({
      close: async () => undefined,
      fetch: (address, { method, headers, body }) =>
        bank.respond({
          method,
          url: new URL(address),
          headers: new Headers(headers),
          body: typeof body === "string" ? body : Buffer.from(body ?? []).toString(),
        }),
    }),
  };
  const connected = connectTo(ISSUER, {
    declaration: {
      dataUrl: bank.dataUrl,
      dpop: false,
      standard: { ...FDX_STANDARD, dialect, approach, deviations: Deviations.parse(deviations) },
    },
    clock: () => NOW,
    http,
  });
  /** Lets a person link all accounts. */
  const link = () =>
    withPerson(PERSON, async () => {
      const { url, finish } = await connected.start();
      const { state: _, ...parameters } = bank.visit(url);
      const { accounts, connectorState = null, consentExpiresAt } = await finish(parameters);
      return { accounts, consentExpiresAt, login: connected.loginWith(connectorState) };
    });
  return { ...connected, link };
};

type ReadRow = { accountKey: string; date: string; amount: number; pending: boolean };

/** Writes rows in the form of the books' rows. */
export const readRows = (rows: readonly ReadRow[]): string[] =>
  rows
    .map(
      ({ accountKey, date, amount, pending }) =>
        `${accountKey} ${date} ${Math.round(amount * 100)} ${pending}`,
    )
    .toSorted();

/** The rows of the books in a period. */
export const bookedRows = (
  books: Readonly<Record<string, readonly BookRow[]>>,
  { from = PERIOD.from, without = [] as string[], hasPending = true } = {},
): string[] =>
  Object.entries(books)
    .filter(([id]) => !without.includes(id))
    .flatMap(([id, rows]) =>
      rows
        .filter(({ day, pending }) => day >= from && (hasPending || !pending))
        .map(({ day, cents, pending }) => `${id} ${day} ${cents} ${pending}`),
    )
    .toSorted();
