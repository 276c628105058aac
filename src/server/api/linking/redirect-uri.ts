import { Fault } from "../../domain/fault.ts";
import { isFreeOrigin } from "../../domain/origin.ts";
import type { ApiContext } from "../endpoint.ts";

/**
 * Checks where an institution is to send the user back to: a page of the client's own, without anything
 * added. INVALID_FIELD says what is wrong with it.
 */
export const requireRedirectUri = (
  address: string | undefined,
  { client, environment }: ApiContext,
): void => {
  if (address === undefined) return;
  const { origin, protocol, search, hash } = new URL(address);
  const isFree = isFreeOrigin(origin, environment);
  if (protocol !== "https:" && !isFree)
    throw new Fault("INVALID_FIELD", { message: "redirect_uri must be an https URL" });
  if (search !== "" || hash !== "" || /[?#]$/.test(address))
    throw new Fault("INVALID_FIELD", {
      message: "redirect_uri must have no query and no fragment",
    });
  if (!isFree && !client.allowedOrigins.includes(origin))
    throw new Fault("INVALID_FIELD", {
      message:
        "redirect_uri must be on an origin that is registered for the client; " +
        `register it with: service-link keys --allow-origin ${origin}`,
    });
};
