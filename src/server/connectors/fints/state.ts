import { z } from "zod";
import type { InstitutionLogin } from "../../domain/connectors/bank-transaction.ts";
import { Fault } from "../../domain/fault.ts";
import { digest } from "../../domain/identifiers.ts";
import { KnownAccount } from "./accounts.ts";
import { TanMethod } from "./bank-parameters.ts";

/** The reasons that block a login until its user signs in again. */
const STOPS = ["pin", "locked", "tan", "unknown"] as const;
export type Stop = (typeof STOPS)[number];

/** The state of an Item. */
export const State = z.object({
  /** A pseudonym of the person at the bank. */
  user: z.string(),
  bankCode: z.string(),
  /** The bank's id of this installation. An approval is valid for this id only. */
  systemId: z.string(),
  method: TanMethod,
  medium: z.string().nullable(),
  accounts: z.array(KnownAccount),
  /** Null while the login works. */
  stopped: z.enum(STOPS).nullable(),
  /** Whether a list of the last read lacks rows that were not understood. */
  isPartial: z.boolean(),
});
export type State = z.infer<typeof State>;

/** Returns the state of a login. Throws ITEM_LOGIN_REQUIRED for a blocked login. */
export const requireUsable = ({ connectorState }: InstitutionLogin): State => {
  if (connectorState === null) throw new Fault("ITEM_LOGIN_REQUIRED");
  const state = State.parse(JSON.parse(connectorState));
  if (state.stopped !== null) throw new Fault("ITEM_LOGIN_REQUIRED");
  return state;
};

/** Names a person at a bank. */
export const userName = (institutionId: string, user: string): string =>
  digest(JSON.stringify(["fints", institutionId, user]));
