import type { FastifyInstance } from "fastify";
import type { Brand } from "../../../protocol/brand/brand.ts";
import { DAY_MS } from "../../domain/calendar.ts";

/** The contact in `security.txt` (undefined for no such file), and the file's own origin. */
export type Security = { contact?: string | undefined; publicUrl?: string | undefined };

type Options = { brand: Brand; clock: () => number; security: Security };

const CACHE_CONTROL = "public, max-age=300";

/** RFC 9116 recommends less than a year. */
const EXPIRY_DAYS = 180;

/**
 * Serves the well-known files that depend on the brand or operator: `site.webmanifest` and
 * `security.txt`.
 */
export const wellKnownRoutes = (
  app: FastifyInstance,
  { brand, clock, security: { contact, publicUrl } }: Options,
): void => {
  const manifest = JSON.stringify(toManifest(brand));
  app.get("/site.webmanifest", (_, reply) =>
    reply
      .header("content-type", "application/manifest+json; charset=utf-8")
      .header("cache-control", CACHE_CONTROL)
      .send(manifest),
  );
  if (contact === undefined) return;
  app.get("/.well-known/security.txt", (_, reply) =>
    reply
      .header("content-type", "text/plain; charset=utf-8")
      .header("cache-control", CACHE_CONTROL)
      .send(securityTxt(contact, publicUrl, clock())),
  );
};

const toManifest = ({ title }: Brand) => ({
  name: title,
  short_name: title,
  start_url: "/dashboard",
  display: "browser",
  background_color: "#f5f6fa",
  theme_color: "#3044c9",
  icons: [
    { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
});

/** Expires at the start of a day, so that the file changes once a day. */
function securityTxt(contact: string, publicUrl: string | undefined, now: number): string {
  const expires = new Date((Math.floor(now / DAY_MS) + EXPIRY_DAYS) * DAY_MS);
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString().replace(".000", "")}`,
    "Preferred-Languages: en",
    ...(publicUrl === undefined ? [] : [`Canonical: ${publicUrl}/.well-known/security.txt`]),
  ];
  return `${lines.join("\n")}\n`;
}
