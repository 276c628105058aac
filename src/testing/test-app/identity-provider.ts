import { onTestFinished } from "vitest";
import { startIdentityProvider } from "../start-identity-provider.ts";

const REDIRECT_URI = "http://localhost:8080/dashboard/oidc/return";

/** The identity provider of some operators, until the test is over, and a browser that goes there. */
export const identityProvider = async () => {
  const { close, ...provider } = await startIdentityProvider(REDIRECT_URI);
  onTestFinished(close);
  return {
    ...provider,
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
