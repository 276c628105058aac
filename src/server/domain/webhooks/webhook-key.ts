/** A key that signs webhooks: the public half in the clear, the private half sealed. */
export type WebhookKey = {
  keyId: string;
  /** The point on P-256, as base64url. */
  x: string;
  y: string;
  sealedPrivateKey: string;
  createdAt: number;
  /** Since when it signs nothing any more. */
  expiredAt: number | null;
};

/** The port for the keys. They are never deleted: an old signature can always be verified. */
export type WebhookKeyStore = {
  byId(keyId: string): Promise<WebhookKey | null>;
  /** The key that signs; null before the first. */
  current(): Promise<WebhookKey | null>;
  /** Compare-and-set of the current key; returns false and changes nothing if the key was replaced in the meantime. */
  replace(current: WebhookKey | null, next: WebhookKey): Promise<boolean>;
};
