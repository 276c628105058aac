import type { Transporter } from "nodemailer";
import { type Mail, type Mailer, MailFailure } from "../domain/mail/mailer.ts";

/** How long each step with the mail server may take, in ms. */
const STEP_LIMIT_MS = 10_000;

type Options = {
  /** `smtp://` or `smtps://`, with the user and the password of the mail server where it wants some. */
  url: string;
  /** The sender, such as `Acme <accounts@acme.example>`. */
  from: string;
  stepLimit?: number;
};

/**
 * Sends mail by SMTP; the library is loaded with the first one. A password is only sent by TLS, unless
 * the mail server is on this machine. Without `url` there is none.
 */
export const createMailer = (options: Options | null): Mailer | null => {
  if (options === null) return null;
  let transporter: Promise<Transporter> | undefined;
  return {
    send: async (mail) => {
      transporter ??= openTransporter(options);
      try {
        await (await transporter).sendMail(messageOf(mail, options.from));
      } catch (failure) {
        throw mailFailure(failure, options.url);
      }
    },
    close: async () => (await transporter)?.close(),
  };
};

/** How long a start waits for each step with the mail server, in ms. */
const VERIFY_LIMIT_MS = 3000;

/** Signs in to the mail server and sends nothing; throws in words without the password where that fails. */
export const verifyMailServer = async (options: Options): Promise<void> => {
  const transporter = await openTransporter({ stepLimit: VERIFY_LIMIT_MS, ...options });
  try {
    await transporter.verify();
  } catch (failure) {
    throw new Error(wordsOf(failure).join(", "));
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
    // What a mail says is ours; it takes nothing from files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const messageOf = ({ mailId, to, subject, text, html }: Mail, from: string) => ({
  from,
  to,
  subject,
  text,
  html,
  messageId: `<${mailId}@${domainOf(from)}>`,
  // No answer of an absent person's mailbox comes back (RFC 3834).
  headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
});

const domainOf = (from: string): string => /@([^\s>]+)/.exec(from)?.[1] ?? "localhost";

type Words = { code?: unknown; responseCode?: unknown; command?: unknown };

function wordsOf(failure: unknown): string[] {
  const { code, responseCode, command } = failure as Words;
  const step = /^[A-Z]+/.exec(String(command ?? ""))?.[0];
  return [
    typeof code === "string" ? code : "failure",
    ...(step ? [`at ${step}`] : []),
    ...(typeof responseCode === "number" ? [`answer ${responseCode}`] : []),
  ];
}

/** The library's failure without its words: they may repeat a password or an address. */
function mailFailure(failure: unknown, url: string): MailFailure {
  const { responseCode } = failure as Words;
  const words = [`${new URL(url).host} did not take the mail`, ...wordsOf(failure)];
  // 5xx is for good (RFC 5321), but a password can be put right.
  const isFinal = typeof responseCode === "number" && responseCode >= 550 && responseCode < 560;
  return new MailFailure(words.join(", "), isFinal);
}
