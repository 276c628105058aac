import { isLoopback } from "../../server/domain/clients/origin.ts";
import type { Settings } from "../../server/host/settings/settings.ts";

/**
 * Returns why a requested demo shop cannot open, in words for the terminal; null otherwise. The
 * shop has no login and uses plain HTTP, so the shop opens on this machine only.
 */
export const demoUnavailableReason = (
  { demo, host, tls }: Pick<Settings, "demo" | "host" | "tls">,
  keys: object | null,
): string | null => {
  if (!demo) return null;
  if (tls) return "not with TLS, which it does not speak; start once without it to see it";
  if (!isLoopback(host)) return "on this machine's own address only, as it knows no login";
  return keys ? null : "not without the secret, since only its digest is stored here";
};
