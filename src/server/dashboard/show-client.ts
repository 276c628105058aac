import { z } from "zod";
import { DashboardAnswer, type DashboardClient } from "../../protocol/dashboard/dashboard.ts";
import { LINK_PRODUCTS } from "../../protocol/vocabulary.ts";
import type { Client } from "../domain/clients/client.ts";
import { type ClientBrand, logoPath } from "../domain/clients/client-brand.ts";
import { livingSecrets } from "../domain/clients/client-secret.ts";
import type { ProductionAccess } from "../domain/clients/production-access.ts";
import type { Services } from "../domain/services.ts";
import { listChanges } from "../versions/changelog.ts";
import { type CallContext, dashboardCall } from "./call.ts";

/** The response of every change of settings, without the session's remaining time. */
type ClientPage = Omit<DashboardAnswer, "request_id" | "session_ends_in">;

/**
 * Returns the session's owner, a client as the owner sees it, and each version's changes for the
 * client.
 */
export const showClient = async (
  client: Client | null,
  { isOperator, member, ...services }: Services & Pick<CallContext, "isOperator" | "member">,
): Promise<ClientPage> => ({
  environment: services.environment,
  operator: isOperator,
  member: member && { member_id: member.memberId, email: member.email },
  role: member?.role ?? "admin",
  client: client && (await toShape(client, services)),
  products: [...LINK_PRODUCTS],
  versions: listChanges().map(({ date, changes }) => ({
    date,
    changes: changes.map(({ summary, where }) => ({ summary, where })),
  })),
});

const toShape = async (client: Client, { store, clock }: Services): Promise<DashboardClient> => ({
  client_id: client.clientId,
  name: client.name,
  public_key: client.publicKey,
  public_key_enabled: client.publicKeyEnabled,
  partner: client.partner,
  legacy_user_api: client.legacyUserApi,
  products: client.products,
  account_selection: client.accountSelection,
  allowed_origins: client.allowedOrigins,
  brand: brandShape(await store.brands.of(client.clientId)),
  redirect_uris: await store.redirectUris.of(client.clientId),
  default_version: client.defaultVersion,
  production_access: toAccess(client.productionAccess),
  secrets: livingSecrets(client, clock()).map((secret) => ({
    secret_id: secret.secretId,
    name: secret.name,
    last_four: secret.lastFour,
    created_at: secret.createdAt,
    used_at: secret.usedAt,
    ends_at: secret.endsAt,
    products: secret.restrictions.products && [...secret.restrictions.products],
    read_only: secret.restrictions.readOnly,
    networks: [...secret.restrictions.networks],
  })),
  created_at: client.createdAt,
});

/** Returns a client's brand as the Dashboard shows it. */
export const brandShape = (brand: ClientBrand | null): DashboardClient["brand"] => ({
  name: brand?.name ?? "",
  accent: brand?.accent ?? null,
  mode: brand?.mode ?? "auto",
  radius: brand?.radius ?? null,
  font: brand?.font ?? null,
  trust_pane: brand?.hasTrustPane ?? false,
  logo: brand?.logo
    ? { src: logoPath(brand.logo.digest), width: brand.logo.width, height: brand.logo.height }
    : null,
});

const toAccess = (access: ProductionAccess): DashboardClient["production_access"] => ({
  state: access.state,
  requested_at: access.state === "requested" ? access.at : null,
  note: access.state === "requested" ? access.note : "",
});

/** Shows the session's owner, and the client in view. */
export const showSession = dashboardCall({
  path: "/dashboard/api/me",
  role: "read",
  about: "clients",
  request: z.strictObject({}),
  response: DashboardAnswer.omit({ request_id: true, session_ends_in: true }),
  run: async (_, client, context) => showClient(client, context),
});
