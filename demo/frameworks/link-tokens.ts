import type { Connect, Plugin } from "vite";

/** The server's part: `POST /link-token` creates a link token, with keys that no page sees. */
export const linkTokens = (env: Record<string, string>): Plugin => {
  const respond: Connect.NextHandleFunction = async (request, response, next) => {
    if (request.method !== "POST" || request.url !== "/link-token") return next();
    const created = await fetch(`${env.LINK_ORIGIN}/link/token/create`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "service-client-id": env.LINK_CLIENT_ID ?? "",
        "service-secret": env.LINK_SECRET ?? "",
      },
      body: JSON.stringify({
        client_name: "Demo of frameworks",
        language: "en",
        country_codes: ["US"],
        products: ["auth", "transactions"],
        // Your application knows its user by their session.
        user: { client_user_id: "user-1" },
      }),
    });
    const { link_token, error_message } = await created.json();
    response.statusCode = created.status;
    response.end(link_token ?? error_message);
  };
  return {
    name: "link-tokens",
    configureServer: ({ middlewares }) => void middlewares.use(respond),
    configurePreviewServer: ({ middlewares }) => void middlewares.use(respond),
  };
};
