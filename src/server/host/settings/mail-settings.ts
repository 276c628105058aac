import { z } from "zod";

/** The URL of a mail server; errors leave out the URL, which may have a password. */
export const SmtpUrl = z
  .string()
  .refine(
    isSmtpUrl,
    "must be like smtps://user:password@mail.example.com or smtp://localhost:25, " +
      "with what is special in a password percent-encoded, and no path",
  )
  .optional();

/** The sender of mails: an address, or a name with one in angle brackets. */
export const MailFrom = z
  .string()
  .max(200)
  .regex(
    /^(?:[^<>"@,;:\\\p{Cc}]+ <[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u,
    "must be like accounts@example.com or Acme <accounts@example.com>",
  )
  .optional();

function isSmtpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(text);
  if (protocol !== "smtp:" && protocol !== "smtps:") return false;
  if (hostname === "" || !["", "/"].includes(pathname) || search !== "" || hash !== "")
    return false;
  return canDecode(username) && canDecode(password);
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
