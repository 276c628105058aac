import type { Network } from "./network.ts";

/** A person's browser: it keeps cookies, and follows redirects to a bank and back. */
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
    /** Goes to a bank by the service's address, signs in, and comes back. */
    visit: async (url: string, signIn: () => Record<string, string>): Promise<void> => {
      const { pathname, search } = new URL(url);
      const start = await get(pathname + search, { "sec-fetch-site": "same-origin" });
      const location = start.headers.location;
      if (typeof location !== "string") return;
      const query = new URL(location).searchParams;
      const back = new URLSearchParams({ state: query.get("state") ?? "", ...signIn() });
      const path = new URL(query.get("redirect_uri") ?? "").pathname;
      await get(`${path}?${back}`, { "sec-fetch-site": "cross-site" });
    },
  };
};
