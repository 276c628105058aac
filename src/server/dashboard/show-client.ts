import type { DashboardAnswer } from "../../protocol/dashboard.ts";
import type { Services } from "../domain/services.ts";
import { listChanges } from "../versions/changelog.ts";
import type { ActiveSession } from "./session.ts";

/** What a client sees of itself, and what each version would change for it. */
export const showClient = (
  { client, endsIn }: ActiveSession,
  { environment }: Services,
): Omit<DashboardAnswer, "request_id"> => ({
  environment,
  client: {
    client_id: client.clientId,
    public_key: client.publicKey,
    public_key_enabled: client.publicKeyEnabled,
    partner: client.partner,
    legacy_user_api: client.legacyUserApi,
    products: client.products,
    account_selection: client.accountSelection,
    allowed_origins: client.allowedOrigins,
    default_version: client.defaultVersion,
  },
  versions: listChanges(),
  session_ends_in: endsIn,
});
