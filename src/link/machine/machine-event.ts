import type { UploadProgress } from "../../browser/upload.ts";
import type { LinkError } from "../../protocol/errors/errors.ts";
import type { InstitutionRow } from "../../protocol/institution.ts";
import type { LinkConnection } from "../../protocol/link/link-event.ts";
import type { Challenge, LoginForm } from "../../protocol/link/login-form.ts";
import type { Selection } from "../../protocol/link/selection.ts";
import type { Approval } from "../../protocol/link/session-start.ts";
import type { SessionStart, Trace } from "./states.ts";

/** The events of Link: from the user, from the page, from the network, or from the bridge. */
export type MachineEvent =
  /** `institutions` is null if the link token's institutions are not known yet. */
  | { type: "link.opened"; institutions: InstitutionRow[] | null }
  | ({ type: "session.started" } & SessionStart)
  /** The client wants the trust facts on their own pane, before the list. */
  | { type: "trust.asked" }
  | { type: "trust.read" }
  /** The user's institution is not in the list. */
  | { type: "institution.missing" }
  | { type: "search.typed"; query: string }
  | { type: "search.paused" }
  | { type: "search.answered"; query: string; institutions: InstitutionRow[] }
  | { type: "institution.selected"; institution: InstitutionRow }
  | { type: "form.loaded"; form: LoginForm }
  | { type: "consent.given" }
  | { type: "consent.recorded" }
  /** The user has typed a routing number. An incomplete number is an empty string. */
  | { type: "number.typed"; number: string; isWrong: boolean }
  | { type: "bank.named"; number: string; name: string | null }
  | { type: "credentials.submitted"; credentials: Record<string, string> }
  /** Another part of the file in the credentials is sent, or read. */
  | { type: "upload.progressed"; progress: UploadProgress }
  /** The user goes to the institution's site, perhaps again. */
  | { type: "oauth.opened" }
  | { type: "approval.required"; approval: Approval }
  | { type: "mfa.required"; challenge: Challenge }
  | { type: "mfa.submitted"; answers: string[] }
  /** The user has changed the column meanings of a file. */
  | { type: "columns.changed"; answers: string[] }
  | { type: "columns.read"; effect: string }
  /** The user asks for another code, or for the devices that can receive the code. */
  | { type: "code.requested" }
  | { type: "devices.requested" }
  | { type: "code.answered"; sent: boolean; resendAfter: number | null }
  | { type: "captcha.started" }
  | { type: "captcha.solved" }
  | { type: "accounts.offered"; selection: Selection }
  | { type: "accounts.selected"; accountIds: string[] }
  /** With `renew`, the existing connection is renewed; otherwise a new connection is added. */
  | { type: "accounts.submitted"; renew?: boolean }
  | { type: "item.connected"; connection: LinkConnection }
  /** The user connects another Item in the same session. */
  | { type: "another.requested" }
  /** The user opened the site for viewing and ending connections. */
  | { type: "my_service.opened" }
  | { type: "bridge.refused"; error: LinkError; trace?: Trace }
  | { type: "network.lost" }
  | { type: "network.back" }
  | { type: "back.requested" }
  | { type: "next.requested" }
  | { type: "exit.requested" }
  | { type: "exit.forced" };
