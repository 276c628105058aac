import { z } from "zod";
import type { InstitutionLogin } from "../../domain/connectors/bank-transaction.ts";
import { Fault } from "../../domain/fault.ts";
import { digest } from "../../domain/identifiers.ts";
import { KnownAccount } from "./accounts.ts";
import { TanMethod } from "./bank-parameters.ts";

/** The reasons for which a login is not used again before its user has signed in. */
const STOPS = ["pin", "locked", "tan", "unknown"] as const;
export type Stop = (typeof STOPS)[number];

/** The state of an Item. */
export const State = z.object({
  /** Names the person at the bank, without saying who it is. */
  user: z.string(),
  bankCode: z.string(),
  /** The bank's id of this installation, which an approval is good for. */
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

/** Returns the state of a login; throws ITEM_LOGIN_REQUIRED if it must not be used. */
export const requireUsable = ({ connectorState }: InstitutionLogin): State => {
  if (connectorState === null) throw new Fault("ITEM_LOGIN_REQUIRED");
  const state = State.parse(JSON.parse(connectorState));
  if (state.stopped !== null) throw new Fault("ITEM_LOGIN_REQUIRED");
  return state;
};

/** Names a person at a bank. */
export const userName = (institutionId: string, user: string): string =>
  digest(JSON.stringify(["fints", institutionId, user]));
