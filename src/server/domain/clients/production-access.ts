import type { Environment } from "../../../protocol/vocabulary.ts";
import { Fault } from "../fault.ts";

/** The maximum length of the note in a client's request, in characters. */
export const MAX_NOTE_LENGTH = 500;

/**
 * A client's access to a production server, which bills usage. The client requests access on the
 * Dashboard, and the operator grants it. Times are ms since 1970.
 */
export type ProductionAccess =
  | { state: "none" }
  | { state: "requested"; at: number; note: string }
  | { state: "granted" };

/** Refuses a client's calls and Link sessions on a production server until it has access. */
export const requireProductionAccess = (
  { productionAccess }: { productionAccess: ProductionAccess },
  environment: Environment,
): void => {
  if (environment !== "production" || productionAccess.state === "granted") return;
  throw new Fault("UNAUTHORIZED_ENVIRONMENT", {
    message:
      productionAccess.state === "requested"
        ? "this client has requested production access, which the operator has not granted yet"
        : "this client has no production access; request it on the Dashboard, under Settings",
  });
};
