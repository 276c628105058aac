import { z } from "zod";
import { withPerson } from "../domain/presence.ts";

/** The waiting user, from a request's `options.psu`. */
export const WaitingUser = z
  .strictObject({
    ip_address: z.union([z.ipv4(), z.ipv6()], {
      error: "must be the IP address of the user, IPv4 or IPv6",
    }),
    user_agent: z
      .string()
      .min(1)
      .max(500)
      .regex(/^[ -~]+$/, {
        error: "must be the User-Agent header of the user's browser, in ASCII",
      }),
  })
  .optional()
  .meta({
    description:
      "The user who asks now, and waits for the answer; left out if none does. Banks of Europe allow a few requests a " +
      "day without their customer, and any number with them. It is sent to the bank, and not stored.",
  });
type WaitingUser = z.infer<typeof WaitingUser>;

/** Runs `work` for the waiting user of a request, if the request names one. */
export const forUser = <Answer>(user: WaitingUser, work: () => Answer): Answer =>
  withPerson(user ? { ipAddress: user.ip_address, userAgent: user.user_agent } : null, work);
