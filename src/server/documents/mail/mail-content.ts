import { MAIL_WORDS } from "../../../i18n/mails.ts";
import { type Brand, wearsMark } from "../../../protocol/brand/brand.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import type { ClientBrand } from "../../domain/clients/client-brand.ts";
import type { Mail } from "../../domain/mail/mailer.ts";

/** A client in the form that its users know: its name in Link, and its logo if any. */
export type MailClient = { name: string; logo: ClientBrand["logo"] };

/** The contents of a mail from top to bottom. `code` or `button` is its purpose, if any. */
export type MailContent = {
  language: Language;
  brand: Brand;
  /** The client of the mail, whose logo replaces our mark; none by default. */
  client?: MailClient;
  subject: string;
  text: string;
  code?: string;
  button?: { label: string; url: string };
  until: string;
  notYou: string;
  /** The link that ends such mails; none by default. */
  optOut?: { label: string; url: string };
};

/**
 * Returns a mail as text and HTML. The mail loads no remote content, and its colours follow the
 * reader's scheme.
 */
export const toMail = (envelope: Pick<Mail, "mailId" | "to">, content: MailContent): Mail => ({
  ...envelope,
  ...(content.optOut && { optOutUrl: content.optOut.url }),
  ...(content.client?.logo && { logo: content.client.logo.digest }),
  subject: content.subject,
  text: renderText(content),
  html: renderHtml(content),
});

const renderText = (content: MailContent): string => {
  const { text, code, button, until, notYou, optOut, brand } = content;
  return [
    text,
    code ?? button?.url ?? [],
    until,
    notYou,
    sender(content) ?? [],
    optOut ? `${optOut.label}: ${optOut.url}` : [],
    `-- \n${brand.title}`,
  ]
    .flat()
    .join("\n\n");
};

const sender = ({ language, brand, client }: MailContent): string | null =>
  client && client.name !== brand.title
    ? MAIL_WORDS[language].sentBy(brand.title, client.name)
    : null;

const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;background:#f5f6fa;color:#111827}
.card{max-width:480px;margin:32px auto;padding:32px;border:1px solid #e5e8ee;border-radius:20px;background:#fff;font:16px/1.5 -apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
.name{margin:0 0 24px;font-weight:700}
.name img{margin-right:8px;border-radius:8px;vertical-align:middle}
h1{margin:0 0 12px;font-size:24px;line-height:1.25}
p{margin:0 0 16px}
.button{display:inline-block;padding:12px 24px;border-radius:12px;background:#3044c9;color:#fff;font-weight:600;text-decoration:none}
.code{margin:24px 0;font:600 28px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.12em}
.code span+span{padding-left:.4em}
.address{overflow-wrap:anywhere}
.quiet{color:#5b6475;font-size:14px}
.quiet:last-child{margin:0}
.quiet a{color:inherit}
@media (prefers-color-scheme:dark){body{background:#0e1117;color:#eef1f7}.card{border-color:#2d3443;background:#161b26}.button{background:#9fb0ff;color:#161b26}.quiet{color:#a4adbd}}
@media (max-width:520px){.card{margin:0;border:0;border-radius:0;padding:24px}}`;

/** The height and maximum width of the picture in a mail's head, in pixels. */
const HEAD = { height: 32, width: 160 };

const writeHead = ({ brand, client }: MailContent): string => {
  if (client?.logo) {
    const { width, height } = client.logo;
    const shown = Math.min(HEAD.width, Math.round((width / height) * HEAD.height));
    return `<img src="cid:logo" width="${shown}" height="${Math.round((shown * height) / width)}" alt="">${escapeHtml(client.name)}`;
  }
  const mark = wearsMark(brand)
    ? `<img src="cid:mark" width="${HEAD.height}" height="${HEAD.height}" alt="">`
    : "";
  return `${mark}${escapeHtml(brand.title)}`;
};

const renderHtml = (content: MailContent): string => {
  const { language, brand, subject, text, code, button, until, notYou, optOut } = content;
  const quiet = (words: string) => `<p class="quiet">${escapeHtml(words)}</p>`;
  const sentBy = sender(content);
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(subject)}</title><style>${STYLE}</style></head>`,
    `<body><main class="card"><p class="name">${writeHead(content)}</p>`,
    `<h1>${escapeHtml(toTitle(subject, brand, language))}</h1><p>${escapeHtml(text)}</p>`,
    ...(code === undefined ? [] : [`<p class="code">${inHalves(code)}</p>`]),
    ...(button
      ? [
          `<p><a class="button" href="${escapeHtml(button.url)}">${escapeHtml(button.label)}</a></p>`,
          `<p class="quiet address">${escapeHtml(MAIL_WORDS[language].address)}<br>${escapeHtml(button.url)}</p>`,
        ]
      : []),
    quiet(until) + quiet(notYou),
    ...(sentBy === null ? [] : [quiet(sentBy)]),
    ...(optOut
      ? [`<p class="quiet"><a href="${escapeHtml(optOut.url)}">${escapeHtml(optOut.label)}</a></p>`]
      : []),
    "</main></body></html>",
  ].join("\n");
};

/** Returns a subject without its leading brand, since the mail shows the brand above the title. */
const toTitle = (subject: string, { title }: Brand, language: Language): string => {
  const rest = subject.startsWith(title) && /^\s?: (.+)$/s.exec(subject.slice(title.length))?.[1];
  return rest ? rest.charAt(0).toLocaleUpperCase(language) + rest.slice(1) : subject;
};

/** Returns a code in two groups. Copying the text joins them. */
const inHalves = (code: string): string => {
  const middle = Math.ceil(code.length / 2);
  return [code.slice(0, middle), code.slice(middle)]
    .map((half) => `<span>${escapeHtml(half)}</span>`)
    .join("");
};

const escapeHtml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
