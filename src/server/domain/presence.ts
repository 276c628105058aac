import { AsyncLocalStorage } from "node:async_hooks";

/**
 * A waiting person, as their browser identifies itself. Headers that the browser did not send are
 * left out.
 */
export type Person = {
  ipAddress: string;
  userAgent: string;
  accept?: string | undefined;
  acceptLanguage?: string | undefined;
  acceptEncoding?: string | undefined;
  referer?: string | undefined;
};

const current = new AsyncLocalStorage<Person | null>();

/**
 * Runs `work`, whose requests to a bank may name the waiting `person`; null for unattended work.
 */
export const withPerson = <Answer>(person: Person | null, work: () => Answer): Answer =>
  current.run(person, work);

/** The waiting person of the current work, or null. Never stored. */
export const waitingPerson = (): Person | null => current.getStore() ?? null;
