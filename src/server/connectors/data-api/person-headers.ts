import { waitingPerson } from "../../domain/presence.ts";
import type { Dialect } from "./dialect.ts";
import type { IssuerClient } from "./issuer-client.ts";

/** The headers that name the person who waits; none without one, and at a bank that refuses them. */
export function personHeaders(
  { headers }: Dialect,
  { standard }: IssuerClient["connection"],
): Record<string, string> {
  const person = standard.deviations.personHeaders === "none" ? null : waitingPerson();
  const values = Object.entries(headers.person).map(([name, field]) => [name, person?.[field]]);
  return Object.fromEntries(values.filter(([, value]) => value));
}

/** Whether requests at the moment name a person, and so are outside of the institution's quota. */
export const isUncounted = ({
  connection,
  dialect,
}: Pick<IssuerClient, "connection" | "dialect">): boolean =>
  dialect.headers.personIsUncounted === true &&
  Object.keys(personHeaders(dialect, connection)).length > 0;
