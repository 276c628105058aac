import { AsyncLocalStorage } from "node:async_hooks";

/** A person who waits for an answer, as their browser names itself; a header that it did not send is left out. */
export type Person = {
  ipAddress: string;
  userAgent: string;
  accept?: string | undefined;
  acceptLanguage?: string | undefined;
  acceptEncoding?: string | undefined;
  referer?: string | undefined;
};

const current = new AsyncLocalStorage<Person | null>();

/** Runs `work`, whose requests to a bank may name the waiting `person`; null for unattended work. */
export const withPerson = <Answer>(person: Person | null, work: () => Answer): Answer =>
  current.run(person, work);

/** The person who waits for the work at hand; null for none. They are never stored. */
export const waitingPerson = (): Person | null => current.getStore() ?? null;
