import type { IncomingMessage, ServerResponse } from "node:http";

/** What a user has granted to a client, as `oidc-provider` keeps it. */
export type Grant = {
  clientId: string;
  addOIDCScope(scope: string): void;
  addResourceScope(resource: string, scope: string): void;
  save(): Promise<string>;
  destroy(): Promise<void>;
};

export type AccessToken = {
  accountId: string;
  grantId: string;
  scope?: string;
  /** The thumbprint of the key that it is bound to by DPoP. */
  jkt?: string;
  /** The thumbprint of the certificate that it is bound to. */
  "x5t#S256"?: string;
};

type Finder<Kind> = { find(id: string): Promise<Kind | undefined> };
type Revocable = { revokeByGrantId(grantId: string): Promise<void> };

/** A step of an authorization in which the bank asks its customer for something. */
export type Interaction = {
  uid: string;
  prompt: { name: string; details: { missingResourceScopes?: Record<string, string[]> } };
  params: { client_id: string; scope?: string };
  session: { accountId: string };
};

/** What the bank uses of `oidc-provider`, which comes without types. */
export type BankProvider = {
  Grant: Finder<Grant> & (new (of: { accountId: string; clientId: string }) => Grant);
  Client: Finder<{ clientId: string; clientName: string }>;
  AccessToken: Finder<AccessToken> & Revocable;
  RefreshToken: Revocable;
  AuthorizationCode: Revocable;
  backchannelResult(requestId: string, result: string | Error): Promise<void>;
  interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
  interactionFinished(
    request: IncomingMessage,
    response: ServerResponse,
    result: object,
  ): Promise<void>;
};
