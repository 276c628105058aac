import { onTestFinished } from "vitest";
import { startIdentityProvider } from "../start-identity-provider.ts";

const REDIRECT_URI = "http://localhost:8080/dashboard/oidc/return";

/**
 * Starts an identity provider for operators until the test ends, and a browser that signs in at the
 * provider.
 */
export const identityProvider = async () => {
  const { close, ...provider } = await startIdentityProvider(REDIRECT_URI);
  onTestFinished(close);
  return {
    ...provider,
    /** Follows an authorization request like a browser, up to the redirect back. */
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
