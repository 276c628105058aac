import { type Person, waitingPerson } from "../../domain/presence.ts";
import type { Dialect } from "./dialect.ts";
import type { IssuerClient } from "./issuer-client.ts";

/**
 * The headers about the waiting person; empty without one, or at a bank that refuses them. A bank
 * that always requires an address gets the connection's address while no person waits.
 */
export function personHeaders(
  { headers }: Dialect,
  { standard }: IssuerClient["connection"],
): Record<string, string> {
  const { personHeaders, unattendedAddress } = standard.deviations;
  const person: Partial<Person> =
    (personHeaders === "none" ? null : waitingPerson()) ??
    (unattendedAddress === null ? {} : { ipAddress: unattendedAddress });
  const values = Object.entries(headers.person).map(([name, field]) => [name, person[field]]);
  return Object.fromEntries(values.filter(([, value]) => value));
}

/** Whether current requests name a person, and so do not count against the institution's quota. */
export const isUncounted = ({
  connection,
  dialect,
}: Pick<IssuerClient, "connection" | "dialect">): boolean =>
  dialect.headers.personIsUncounted === true &&
  waitingPerson() !== null &&
  Object.keys(personHeaders(dialect, connection)).length > 0;
