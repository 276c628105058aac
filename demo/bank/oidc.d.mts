import type { IncomingMessage, ServerResponse } from "node:http";

/** The access that a user has granted to a client, as `oidc-provider` keeps it. */
export type Grant = {
  clientId: string;
  addOIDCScope(scope: string): void;
  addOIDCClaims(names: string[]): void;
  addResourceScope(resource: string, scope: string): void;
  save(): Promise<string>;
  destroy(): Promise<void>;
};

export type AccessToken = {
  accountId: string;
  grantId: string;
  clientId?: string;
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
  params: { client_id: string; scope?: string; claims?: string };
  session: { accountId: string };
};

/** How the provider checks what a client brings. */
type ClientChecks = {
  redirectUriAllowed(uri: string): boolean;
  compareClientSecret(secret: string): boolean | Promise<boolean>;
};

/** A request to the provider, and its answer. */
export type OpenIdContext = {
  req: IncomingMessage;
  status: number;
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: the provider's response, which faults may change to anything.
  body: any;
  oidc?: { body?: Record<string, string> };
  response: { get(name: string): string; set(name: string, value: string): void };
  set(name: string, value: string): void;
  remove(name: string): void;
};

/** The part of `oidc-provider` that the bank uses, which comes without types. */
export type BankProvider = {
  Grant: Finder<Grant> & (new (of: { accountId: string; clientId: string }) => Grant);
  Client: Finder<{ clientId: string; clientName: string }> & { prototype: ClientChecks };
  AccessToken: Finder<AccessToken> & Revocable;
  ClientCredentials: Finder<AccessToken>;
  RefreshToken: Revocable;
  AuthorizationCode: Revocable;
  use(middleware: (context: OpenIdContext, next: () => Promise<void>) => Promise<void>): void;
  backchannelResult(requestId: string, result: string | Error): Promise<void>;
  interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
  interactionFinished(
    request: IncomingMessage,
    response: ServerResponse,
    result: object,
  ): Promise<void>;
};
