import { isLoopback } from "../../server/domain/clients/origin.ts";
import { listenUrl, type Settings } from "../../server/settings/settings.ts";
import type { Finding } from "./doctor-report.ts";

const WHAT = "Public URL";

const ADVICE = "set PUBLIC_URL to the https address at which people's browsers reach this server";

/**
 * Whether users find back from their institution: it leads them to the redirect URI that was registered
 * there, which has to be this server's: `serverUrl` is where the store's server has listened last.
 */
export const checkPublicUrl = (settings: Settings, serverUrl: string | undefined): Finding => {
  const { behindProxy, environment, host, port, publicUrl } = settings;
  const url = publicUrl ?? serverUrl ?? listenUrl(settings, port);
  const way = `institutions lead users back to ${url}/oauth/return: register that`;
  const isForOthers = environment === "production" || behindProxy || !isLoopback(host);
  if (!isForOthers || !isLoopback(new URL(url).hostname)) {
    if (publicUrl !== undefined || !behindProxy) return { what: WHAT, is: "right", says: way };
    return { what: WHAT, is: "odd", says: `not set, behind a proxy: ${way}`, advice: ADVICE };
  }
  const says = `${url} is this machine alone: no institution leads anybody else back to it`;
  return { what: WHAT, is: "odd", says, advice: ADVICE };
};
