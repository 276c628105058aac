import { z } from "zod";
import { isLoopback } from "../../domain/clients/origin.ts";

/** The origin at which people's browsers reach the server: HTTPS unless it is this machine. */
export const PublicUrl = z
  .string()
  .refine((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname, origin } = new URL(text);
    const isSafe = protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
    return isSafe && (text === origin || text === `${origin}/`);
  }, "must be an https origin without a path, such as https://link.example.com; http is for this machine only")
  .transform((text) => new URL(text).origin)
  .optional();
