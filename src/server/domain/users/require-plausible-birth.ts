import { dateOf, dayAt } from "../calendar.ts";
import { Fault } from "../fault.ts";

/** The earliest birthday of a living person. */
const FIRST_BIRTHDAY = "1900-01-01";

/** Throws INVALID_USER_IDENTITY_DATA if a date cannot be a living person's birthday. */
export const requirePlausibleBirth = (field: string, date: string, now: number): void => {
  if (date > dateOf(dayAt(now)))
    throw new Fault("INVALID_USER_IDENTITY_DATA", {
      message: `${field}.date_of_birth must not be in the future`,
    });
  if (date < FIRST_BIRTHDAY)
    throw new Fault("INVALID_USER_IDENTITY_DATA", {
      message: `${field}.date_of_birth must not be before ${FIRST_BIRTHDAY}`,
    });
};
