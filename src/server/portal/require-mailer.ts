import { Fault } from "../domain/fault.ts";
import type { Services } from "../domain/services.ts";

/** Throws if no mail can be sent. */
export const requireMailer = ({ mailer }: Pick<Services, "mailer">): void => {
  if (mailer === null)
    throw new Fault("INVALID_CONFIGURATION", {
      message: "this server sends no mail: it has no SMTP_URL",
    });
};
