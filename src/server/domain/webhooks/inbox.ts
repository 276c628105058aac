import { createHmac } from "node:crypto";
import type { Environment } from "../../../protocol/vocabulary.ts";
import type { Vault } from "../vault.ts";

/** A webhook in a client's built-in inbox. */
export type InboxWebhook = {
  webhookId: string;
  clientId: string;
  sealedBody: string;
  /** Whether this server signed this body for this client. */
  isVerified: boolean;
  receivedAt: number;
};

/** The port for the webhooks in the inboxes. */
export type InboxStore = {
  /** Adds a webhook. Only the client's newest `limit` webhooks stay. */
  add(webhook: InboxWebhook, limit: number): Promise<void>;
  /** A client's webhooks since a time, newest first. */
  since(clientId: string, since: number): Promise<InboxWebhook[]>;
  /** Deletes the webhooks received before a time. */
  purge(before: number): Promise<void>;
};

/** The prefix of every inbox's path. */
export const INBOX_PATH = "/webhook-inbox";

/**
 * The limits of an inbox: the size of a webhook, the number of a client's webhooks, and their
 * lifetime.
 */
export const INBOX_LIMITS = { bytes: 16 * 1024, webhooks: 100, keptMs: 24 * 60 * 60 * 1000 };

/**
 * Returns the address of a client's inbox, which only this server can compute; null outside the
 * sandbox.
 */
export const inboxAddress = (
  clientId: string,
  services: { environment: Environment; vault: Vault; publicUrl(): string },
): string | null =>
  services.environment === "sandbox"
    ? `${services.publicUrl()}${INBOX_PATH}/${clientId}/${inboxKey(clientId, services)}`
    : null;

/** Returns the secret part of an inbox's address. */
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
