import type { FastifyRequest } from "fastify";
import type { SessionOrigin } from "../dashboard/dashboard-session.ts";

/** Browsers by their sign in `user-agent`. Signs that others also contain come last. */
const BROWSERS = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/(Firefox|FxiOS)\//, "Firefox"],
  [/(Chrome|CriOS)\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const;

const SYSTEMS = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Macintosh/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
] as const;

/** Returns the address of a request, and its browser as text, such as `Firefox on Windows`. */
export const sessionOrigin = ({ ip, headers }: FastifyRequest): SessionOrigin => ({
  // A connection that has ended since has no address.
  address: ip ?? "",
  browser: browserName(headers["user-agent"] ?? ""),
});

export const browserName = (userAgent: string): string => {
  const nameIn = (signs: readonly (readonly [RegExp, string])[]) =>
    signs.find(([sign]) => sign.test(userAgent))?.[1];
  const system = nameIn(SYSTEMS);
  return `${nameIn(BROWSERS) ?? "Another browser"}${system ? ` on ${system}` : ""}`;
};
