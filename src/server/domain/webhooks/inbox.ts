import { createHmac } from "node:crypto";
import type { Environment } from "../../../protocol/vocabulary.ts";
import type { Vault } from "../vault.ts";

/** A webhook that the built-in inbox of a client has taken. */
export type InboxWebhook = {
  webhookId: string;
  clientId: string;
  sealedBody: string;
  /** Whether its signature is this server's, for this client and this body. */
  isVerified: boolean;
  receivedAt: number;
};

/** The port for the webhooks in the inboxes. */
export type InboxStore = {
  /** Adds a webhook; only the newest `limit` of its client stay. */
  add(webhook: InboxWebhook, limit: number): Promise<void>;
  /** The webhooks of a client from a time on, newest first. */
  since(clientId: string, since: number): Promise<InboxWebhook[]>;
  /** Deletes the webhooks that were received before a time. */
  purge(before: number): Promise<void>;
};

/** The beginning of the path of every inbox. */
export const INBOX_PATH = "/webhook-inbox";

/** Limits of an inbox: the bytes of a webhook, those that are kept of one client, and for how long. */
export const INBOX_LIMITS = { bytes: 16 * 1024, webhooks: 100, keptMs: 24 * 60 * 60 * 1000 };

/** Returns the address of a client's inbox, which only this server can make; null outside the sandbox. */
export const inboxAddress = (
  clientId: string,
  services: { environment: Environment; vault: Vault; publicUrl(): string },
): string | null =>
  services.environment === "sandbox"
    ? `${services.publicUrl()}${INBOX_PATH}/${clientId}/${inboxKey(clientId, services)}`
    : null;

/** Returns the part of an inbox's address that others cannot guess. */
export const inboxKey = (clientId: string, { vault }: { vault: Vault }): string =>
  createHmac("sha256", vault.key("webhook-inbox"))
    .update(clientId)
    .digest("base64url")
    .slice(0, 22);

/** The purpose for which the body of a webhook in an inbox is sealed. */
export const inboxPurpose = ({
  clientId,
  webhookId,
}: Pick<InboxWebhook, "clientId" | "webhookId">): string =>
  `webhook-inbox:${clientId}:${webhookId}`;
