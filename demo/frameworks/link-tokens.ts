import { createClient } from "@service-link/node";
import type { Connect, Plugin } from "vite";

/** The server's part: `POST /link-token` creates a link token. The keys never reach a page. */
export const linkTokens = (env: Record<string, string>): Plugin => {
  const { LINK_ORIGIN = "", LINK_CLIENT_ID = "", LINK_SECRET = "" } = env;
  const createApi = () =>
    createClient({ baseUrl: LINK_ORIGIN, clientId: LINK_CLIENT_ID, secret: LINK_SECRET });
  const respond: Connect.NextHandleFunction = async (request, response, next) => {
    if (request.method !== "POST" || request.url !== "/link-token") return next();
    try {
      const { link_token } = await createApi().linkTokenCreate({
        client_name: "Demo of frameworks",
        language: "en",
        country_codes: ["US"],
        products: ["auth", "transactions"],
        // Your application identifies its user by a session.
        user: { client_user_id: "user-1" },
      });
      response.end(link_token);
    } catch (failure) {
      response.statusCode = 502;
      response.end(String(failure));
    }
  };
  return {
    name: "link-tokens",
    configureServer: ({ middlewares }) => void middlewares.use(respond),
    configurePreviewServer: ({ middlewares }) => void middlewares.use(respond),
  };
};
