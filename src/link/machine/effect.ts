import type { LinkError } from "../../protocol/errors/errors.ts";
import type { ExitStatus } from "../../protocol/exit-status.ts";
import type { InstitutionRow } from "../../protocol/institution.ts";
import type { LinkConnection, LinkEvent, LinkInstitution } from "../../protocol/link/link-event.ts";

/** The effects of the machine as data. The session carries them out. */
export type Effect =
  | { do: "emit"; event: LinkEvent }
  | { do: "search"; query: string }
  | { do: "selectInstitution"; institution: InstitutionRow }
  | { do: "nameBank"; number: string }
  | { do: "giveConsent"; institutionId: string; version: string }
  | { do: "submitCredentials"; institutionId: string; credentials: Record<string, string> }
  /** Runs within the click, or the browser opens no window. */
  | { do: "openOAuth"; institutionId: string; credentials: Record<string, string> }
  | { do: "awaitCallback" }
  | { do: "closeOAuth" }
  | { do: "submitMfa"; answers: string[] }
  /** Asks how a file reads with these column meanings. */
  | { do: "readColumns"; answers: string[] }
  | { do: "resendCode" }
  | { do: "listDevices" }
  | { do: "solveCaptcha" }
  /** With `renew` the existing Item is renewed, independent of the checked accounts. */
  | { do: "selectAccounts"; accountIds: string[]; renew?: boolean | undefined }
  | {
      do: "succeed";
      institution: LinkInstitution;
      connection: Pick<LinkConnection, "publicToken" | "accounts">;
    }
  | {
      do: "exit";
      error: LinkError | null;
      institution: LinkInstitution | null;
      status: ExitStatus | null;
    };

/** The effects of a kind. */
export type EffectOf<D extends Effect["do"]> = Extract<Effect, { do: D }>;
