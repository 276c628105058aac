/** A key that signs webhooks: its public half, and its sealed private half. */
export type WebhookKey = {
  keyId: string;
  /** The point on P-256, as base64url. */
  x: string;
  y: string;
  sealedPrivateKey: string;
  createdAt: number;
  /** The time since which the key signs nothing. */
  expiredAt: number | null;
};

/** The port for the keys, which are never deleted: old signatures stay verifiable. */
export type WebhookKeyStore = {
  byId(keyId: string): Promise<WebhookKey | null>;
  /** The current signing key; null before the first. */
  current(): Promise<WebhookKey | null>;
  /** Compare-and-set of the current key; false without changes if another call replaced the key. */
  replace(current: WebhookKey | null, next: WebhookKey): Promise<boolean>;
};
