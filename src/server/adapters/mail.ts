import type { Transporter } from "nodemailer";
import { type Mail, type Mailer, MailFailure } from "../domain/mail/mailer.ts";
import { MARK_PNG } from "./mark-picture.ts";

/** The time for each step with the mail server, in ms. */
const STEP_LIMIT_MS = 10_000;

type Options = {
  /** `smtp://` or `smtps://`, with user and password if the mail server requires them. */
  url: string;
  /** The sender, such as `Acme <accounts@acme.example>`. */
  from: string;
  /** The sender's name, if `from` is an address without a name. */
  name?: string;
  stepLimit?: number;
};

/**
 * Sends mail by SMTP; the first mail loads the library. The password is sent only over TLS, except
 * to a mail server on this machine. Returns null without options.
 */
export const createMailer = (options: Options | null): Mailer | null => {
  if (options === null) return null;
  let transporter: Promise<Transporter> | undefined;
  return {
    send: async (mail, logo = null) => {
      transporter ??= openTransporter(options);
      try {
        await (await transporter).sendMail(toMessage(mail, logo, options));
      } catch (failure) {
        throw mailFailure(failure, options.url);
      }
    },
    close: async () => (await transporter)?.close(),
  };
};

/** A start waits this long for each step with the mail server, in ms. */
const VERIFY_LIMIT_MS = 3000;

/**
 * Signs in to the mail server without sending mail. On failure throws an error that leaves out the
 * password.
 */
export const verifyMailServer = async (options: Options): Promise<void> => {
  const transporter = await openTransporter({ stepLimit: VERIFY_LIMIT_MS, ...options });
  try {
    await transporter.verify();
  } catch (failure) {
    throw new Error(describeFailure(failure).join(", "));
  } finally {
    transporter.close();
  }
};

async function openTransporter({ url, stepLimit = STEP_LIMIT_MS }: Options): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const isSecure = protocol === "smtps:";
  const isHere = ["localhost", "127.0.0.1", "::1"].includes(host);
  return createTransport({
    host,
    port: port === "" ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: !isSecure && !isHere,
    ignoreTLS: !isSecure && isHere,
    ...(username !== "" && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    connectionTimeout: stepLimit,
    greetingTimeout: stepLimit,
    socketTimeout: stepLimit,
    dnsTimeout: stepLimit,
    tls: { minVersion: "TLSv1.2" },
    // Mails are built here: they read no files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const toMessage = (
  { mailId, to, subject, text, html, optOutUrl }: Mail,
  logo: Buffer | null,
  { from, name }: Options,
) => ({
  from: name === undefined || from.includes("<") ? from : { name, address: from },
  to,
  subject,
  text,
  html: logo ? html : html.replace(/<img src="cid:logo"[^>]*>/, ""),
  attachments: [
    ...(html.includes('"cid:mark"') ? [picture("mark", Buffer.from(MARK_PNG, "base64"))] : []),
    ...(logo ? [picture("logo", logo)] : []),
  ],
  messageId: `<${mailId}@${toDomain(from)}>`,
  // Suppresses automatic replies (RFC 3834).
  headers: {
    "Auto-Submitted": "auto-generated",
    "X-Auto-Response-Suppress": "All",
    // Lets the recipient unsubscribe with one press in the mail program (RFC 2369, RFC 8058).
    ...(optOutUrl !== undefined && {
      "List-Unsubscribe": `<${optOutUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }),
  },
});

/** A picture inside the mail, since mail programs load no pictures from elsewhere. */
const picture = (cid: string, content: Buffer) => ({
  cid,
  content,
  filename: `${cid}.png`,
  contentType: "image/png",
  contentDisposition: "inline" as const,
});

const toDomain = (from: string): string => /@([^\s>]+)/.exec(from)?.[1] ?? "localhost";

type Words = { code?: unknown; responseCode?: unknown; command?: unknown };

function describeFailure(failure: unknown): string[] {
  const { code, responseCode, command } = failure as Words;
  const step = /^[A-Z]+/.exec(String(command ?? ""))?.[0];
  return [
    typeof code === "string" ? code : "failure",
    ...(step ? [`at ${step}`] : []),
    ...(typeof responseCode === "number" ? [`answer ${responseCode}`] : []),
  ];
}

/**
 * Returns the failure without the library's message. That message may contain a password or an
 * address.
 */
function mailFailure(failure: unknown, url: string): MailFailure {
  const { responseCode } = failure as Words;
  const words = [`${new URL(url).host} did not take the mail`, ...describeFailure(failure)];
  // 5xx is permanent (RFC 5321), but a password can be corrected.
  const isFinal = typeof responseCode === "number" && responseCode >= 550 && responseCode < 560;
  return new MailFailure(words.join(", "), isFinal);
}
