import { isLoopback } from "../../server/domain/clients/origin.ts";
import { SERVER_URL_SETTING } from "../../server/domain/server-settings.ts";
import { DEFAULTS } from "../../server/host/settings/defaults.ts";
import { listenUrl } from "../../server/host/settings/settings.ts";
import type { Finding, Start } from "./finding.ts";

const ADVICE = "set PUBLIC_URL to the https address at which people's browsers reach this server";

/**
 * Checks that users return to this server: the institution redirects to the registered redirect
 * URI, which has to be this server's.
 */
export const checkPublicUrl = async ({
  settings,
  isStarting,
  inspection,
}: Start): Promise<Finding> => {
  const { behindProxy, environment, host, port, publicUrl } = settings;
  const found = await inspection().catch(() => null);
  // Another port than the default was named for the start to come.
  const isOfLastStart = !isStarting && `${port}` === DEFAULTS.port;
  const serverUrl = isOfLastStart ? found?.storeSettings[SERVER_URL_SETTING] : undefined;
  const url = publicUrl ?? serverUrl ?? listenUrl(settings, port);
  const way = `institutions lead users back to ${url}/oauth/return: register that`;
  const isForOthers = environment === "production" || behindProxy || !isLoopback(host);
  if (!isForOthers || !isLoopback(new URL(url).hostname)) {
    if (publicUrl !== undefined || !behindProxy) return { is: "right", says: way };
    return { is: "odd", says: `not set, behind a proxy: ${way}`, advice: ADVICE };
  }
  const says = `${url} is this machine alone: no institution leads anybody else back to it`;
  return { is: "odd", says, advice: ADVICE };
};
