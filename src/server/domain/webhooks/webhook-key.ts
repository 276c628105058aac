/** A key that webhooks are signed with: the public half in the clear, the other one sealed. */
export type WebhookKey = {
  keyId: string;
  /** The point on P-256, as base64url. */
  x: string;
  y: string;
  sealedPrivateKey: string;
  createdAt: number;
  /** Since when nothing is signed with it any more. */
  expiredAt: number | null;
};

/** The keys, all of them for good: what was signed once can always be checked. */
export type WebhookKeyStore = {
  byId(keyId: string): Promise<WebhookKey | null>;
  /** The one to sign with; null before the first. */
  current(): Promise<WebhookKey | null>;
  /** Puts a key in the current one's place; false, and nothing changed, if that is another by now. */
  replace(current: WebhookKey | null, next: WebhookKey): Promise<boolean>;
};
