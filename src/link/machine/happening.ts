import type { Challenge, OfferedAccount } from "../../protocol/bridge.ts";
import type { LinkError } from "../../protocol/errors.ts";
import type { InstitutionRow } from "../../protocol/institution.ts";
import type { LinkConnection } from "../../protocol/link-event.ts";
import type { LoginForm } from "./states.ts";

/** What can happen to Link: from the user, from the page, or from the bridge. */
export type Happening =
  | { type: "OPENED"; institutions: InstitutionRow[] }
  | { type: "TYPED"; query: string }
  | { type: "PAUSED" }
  | { type: "FOUND"; query: string; institutions: InstitutionRow[] }
  | { type: "INSTITUTION_CHOSEN"; institution: InstitutionRow }
  | { type: "FORM_READY"; form: LoginForm }
  | { type: "CREDENTIALS_ENTERED"; credentials: Record<string, string> }
  | { type: "CHALLENGED"; challenge: Challenge }
  | { type: "MFA_ENTERED"; answers: string[] }
  | { type: "ACCOUNTS_OFFERED"; accounts: OfferedAccount[] }
  | { type: "ACCOUNTS_MARKED"; chosen: string[] }
  | { type: "ACCOUNTS_CHOSEN" }
  | { type: "ITEM_CONNECTED"; connection: LinkConnection }
  | { type: "REFUSED"; error: LinkError }
  | { type: "BACK" }
  | { type: "CONTINUED" }
  | { type: "LEFT" }
  | { type: "FORCED_OUT" };
