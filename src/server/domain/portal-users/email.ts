import { createHmac } from "node:crypto";
import { z } from "zod";
import type { Runtime } from "../runtime.ts";

/** A mail address as it is typed; compared without regard to capitals and the spaces around it. */
export const EmailAddress = z
  .string()
  .max(254)
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.email("must be a mail address, such as ann@mail.example"));

/** Finds a person by their address. */
export const emailDigest = ({ vault }: Pick<Runtime, "vault">, email: string): string =>
  createHmac("sha256", vault.key("person-email")).update(email).digest("base64url");

/** Seals an address under its digest. */
export const sealEmail = ({ vault }: Pick<Runtime, "vault">, email: string): string =>
  vault.seal("person-email", email);

/** The address of a person. */
export const openEmail = (
  { vault }: Pick<Runtime, "vault">,
  { sealedEmail }: { sealedEmail: string },
): string => vault.open("person-email", sealedEmail);
