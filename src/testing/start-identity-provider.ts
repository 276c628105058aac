import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";

/**
 * Starts an identity provider on this machine that signs in every visitor as `person`. Also returns
 * the settings of a server at `redirectUri`, which lets Ada sign in through the provider.
 */
export const startIdentityProvider = async (redirectUri: string) => {
  const person = { sub: "ada", email: "Ada@example.com", email_verified: true };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      { client_id: "dashboard", client_secret: "its-secret", redirect_uris: [redirectUri] },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ ...person, sub }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      });
      grant.addOIDCScope("openid email");
      await grant.save();
      return grant;
    },
  });
  provider.silent = true;
  const callback = provider.callback();
  const answer: Parameters<typeof createServer>[1] & object = (request, response) =>
    request.url?.startsWith("/interaction/")
      ? provider.interactionFinished(request, response, { login: { accountId: person.sub } })
      : callback(request, response);

  return {
    person,
    settings: {
      OPERATOR_OIDC_ISSUER: issuer,
      OPERATOR_OIDC_CLIENT_ID: "dashboard",
      OPERATOR_OIDC_CLIENT_SECRET: "its-secret",
      OPERATOR_OIDC_ALLOW: "ada@example.com",
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
};
