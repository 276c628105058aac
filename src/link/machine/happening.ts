import type { Challenge, Selection } from "../../protocol/bridge.ts";
import type { LinkError } from "../../protocol/errors.ts";
import type { InstitutionRow } from "../../protocol/institution.ts";
import type { LinkConnection } from "../../protocol/link-event.ts";
import type { LoginForm, Opening } from "./states.ts";

/** What can happen to Link: from the user, from the page, from the network, or from the bridge. */
export type Happening =
  /** `institutions` is null where a token has yet to say what Link is about. */
  | { type: "OPENED"; institutions: InstitutionRow[] | null }
  | ({ type: "STARTED" } & Opening)
  | { type: "TYPED"; query: string }
  | { type: "PAUSED" }
  | { type: "FOUND"; query: string; institutions: InstitutionRow[] }
  | { type: "INSTITUTION_CHOSEN"; institution: InstitutionRow }
  | { type: "FORM_READY"; form: LoginForm }
  | { type: "CONSENT_GIVEN" }
  | { type: "CONSENT_KEPT" }
  | { type: "CREDENTIALS_ENTERED"; credentials: Record<string, string> }
  | { type: "CHALLENGED"; challenge: Challenge }
  | { type: "MFA_ENTERED"; answers: string[] }
  | { type: "CAPTCHA_STARTED" }
  | { type: "CAPTCHA_SOLVED" }
  | { type: "ACCOUNTS_OFFERED"; selection: Selection }
  | { type: "ACCOUNTS_MARKED"; chosen: string[] }
  | { type: "ACCOUNTS_CHOSEN" }
  | { type: "ITEM_CONNECTED"; connection: LinkConnection }
  /** The user opened the site where they can see and end their connections. */
  | { type: "MY_SERVICE_OPENED" }
  | { type: "REFUSED"; error: LinkError }
  | { type: "NETWORK_LOST" }
  | { type: "NETWORK_BACK" }
  | { type: "BACK" }
  | { type: "CONTINUED" }
  | { type: "LEFT" }
  | { type: "FORCED_OUT" };
