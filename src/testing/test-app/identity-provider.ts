import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import { onTestFinished } from "vitest";

const REDIRECT_URI = "http://localhost:8080/dashboard/oidc/return";

/** The identity provider of some operators, at which whoever comes is signed in as `person` at once. */
export const identityProvider = async () => {
  const person = { sub: "ada", email: "Ada@example.com", email_verified: true };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())));
  server.unref();
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      { client_id: "dashboard", client_secret: "its-secret", redirect_uris: [REDIRECT_URI] },
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
    /** Follows an authorization request as a browser does, to the address that it leads back to. */
    signIn: async (url: string): Promise<URL> => {
      const cookies = new Map<string, string>();
      for (let next = url; ; ) {
        const response = await fetch(next, {
          redirect: "manual",
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
        });
        for (const cookie of response.headers.getSetCookie()) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
          cookies.set(name, value);
        }
        const location = response.headers.get("location");
        if (location === null) throw new Error(`no redirect: ${await response.text()}`);
        next = new URL(location, next).href;
        if (next.startsWith(REDIRECT_URI)) return new URL(next);
      }
    },
  };
};
