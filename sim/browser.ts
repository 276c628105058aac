import type { Network } from "./network.ts";

/**
 * Signs in at a bank's site. Returns the callback's parameters, or null if the pages lead nowhere.
 */
export type SignIn = (site: URL) => Promise<Record<string, string> | null>;

/** The return address that the bank stores for a pushed request. */
const RETURN_ADDRESS = "http://localhost:8080/oauth/return";

/** A person's browser, which keeps cookies and follows redirects to a bank and back. */
export const createBrowser = (network: Network, actor: string) => {
  const jar = new Map<string, string>();
  const get = async (path: string, headers: Record<string, string>) => {
    const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
    const answer = await network.send(actor, {
      method: "GET",
      path,
      headers: { ...(cookie && { cookie }), "sec-fetch-dest": "document", ...headers },
    });
    for (const line of [answer.headers["set-cookie"] ?? []].flat() as string[]) {
      const [name = "", value = ""] = line.split(";", 1)[0]?.split("=") ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };
  return {
    /** Visits a bank through the service's address, signs in, and returns. */
    visit: async (url: string, signIn: SignIn): Promise<void> => {
      const { pathname, search } = new URL(url);
      const start = await get(pathname + search, { "sec-fetch-site": "same-origin" });
      const location = start.headers.location;
      if (typeof location !== "string") return;
      const site = new URL(location);
      const parameters = await signIn(site);
      if (parameters === null) return;
      const path = new URL(site.searchParams.get("redirect_uri") ?? RETURN_ADDRESS).pathname;
      const back = new URLSearchParams(parameters);
      await get(`${path}?${back}`, { "sec-fetch-site": "cross-site" });
    },
  };
};
