import { z } from "zod";

/**
 * The secret of a hosted link: the text after the `#` of its address. Its page opens the link, or
 * sends the user's confirmation, with the secret.
 */
export const OpenHostedLinkRequest = z.strictObject({ secret: z.string().min(1).max(200) });

/** The new end of the access. */
export const ReconfirmResponse = z.strictObject({ until: z.iso.datetime() });
export type ReconfirmResponse = z.infer<typeof ReconfirmResponse>;

/** The content of hosted Link's page, in the language of the link. */
export const OpenHostedLinkResponse = z.strictObject({
  language: z.string(),
  client_name: z.string(),
  logo: z.strictObject({ src: z.string(), width: z.int(), height: z.int() }).nullable(),
  /** The client's accent by theme; null for the default. */
  accents: z.strictObject({ light: z.string(), dark: z.string() }).nullable(),
  /** The token that opens Link; null once an account is connected. */
  link_token: z.string().nullable(),
  expires_at: z.iso.datetime(),
  /** Whether the link expired before an account was connected. `words.done` then says so. */
  is_over: z.boolean(),
  completion_redirect_uri: z.string().nullable(),
  /**
   * The connection in a reminder: its bank, accounts and dates in sentences; null for any other
   * link.
   */
  connection: z
    .strictObject({ institution: z.string(), accounts: z.array(z.string()), dates: z.string() })
    .nullable(),
  /** Whether the user's yes on this page is enough, without Link. */
  reconfirms: z.boolean(),
  words: z.strictObject({
    title: z.string(),
    text: z.string(),
    button: z.string(),
    /** The application's page after the end, or earlier if the user goes back. */
    back: z.string(),
    /** With `{time}` in place of the end of the link. */
    until: z.string(),
    /** The text may have `{time}`, too. */
    done: z.strictObject({ title: z.string(), text: z.string() }),
  }),
});
export type OpenHostedLinkResponse = z.infer<typeof OpenHostedLinkResponse>;
