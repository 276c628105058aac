/** The members of the untyped package that tests use. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> };
  type Context = {
    oidc: {
      client?: { clientId: string };
      session?: { accountId: string };
      provider: { Grant: new (of: object) => Grant };
    };
  };

  export class Provider {
    constructor(
      issuer: string,
      options: {
        clients: readonly object[];
        claims: Record<string, readonly string[]>;
        pkce: { required(): boolean };
        features: object;
        interactions: { url(context: unknown, interaction: { uid: string }): string };
        findAccount(
          context: unknown,
          sub: string,
        ): { accountId: string; claims(): Promise<object> };
        loadExistingGrant(context: Context): Promise<Grant>;
      },
    );
    silent: boolean;
    callback(): (request: IncomingMessage, response: ServerResponse) => unknown;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
    ): Promise<void>;
  }
}
