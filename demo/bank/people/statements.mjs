import { dollars, lastFour } from "../money.mjs";
import { bookOf } from "./balances.mjs";

/** @import { AccountSeed, Customer } from "./types.d.mts" */

/** How many months have a statement. */
const MONTHS = 24;

/** How many lines are on a page. */
const LINES = 50;

/**
 * The months that are over, newest first: each by its name, YYYY-MM, and its bounds, of which the end is no part of it.
 * @param {number} now
 */
export const statementMonths = (now) => {
  const today = new Date(now);
  return Array.from({ length: MONTHS }, (_, index) => {
    const at = (/** @type {number} */ month) =>
      Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - index + month, 1);
    return { name: new Date(at(-1)).toISOString().slice(0, 7), start: at(-1), end: at(0) };
  });
};

/**
 * The balance of an account when a month was over, in cents.
 * @param {Customer} customer
 * @param {AccountSeed} account
 * @param {number} end the first millisecond that is no part of the month
 * @param {number} now
 */
export const closingBalance = (customer, account, end, now) =>
  bookOf(customer, account, now)
    .filter(({ postedAt }) => postedAt < end)
    .reduce((total, { change }) => total + change, account.opening);

/**
 * The statement of a month as a PDF: what was posted, between the balances before and after it. Undefined for a month
 * that has none.
 * @param {Customer} customer
 * @param {AccountSeed} account
 * @param {string} statementId
 * @param {number} now
 */
export const statementPdf = (customer, account, statementId, now) => {
  const month = statementMonths(now).find(({ name }) => statementId === `${account.id}-${name}`);
  if (!month) return undefined;
  const posted = bookOf(customer, account, now).toSorted((a, b) => a.postedAt - b.postedAt);
  const before = posted.filter(({ postedAt }) => postedAt < month.start);
  const rows = posted.filter(({ postedAt }) => postedAt >= month.start && postedAt < month.end);
  const sum = (/** @type {typeof posted} */ list) =>
    list.reduce((total, { change }) => total + change, 0);
  const opening = account.opening + sum(before);
  const line = (
    /** @type {string} */ date,
    /** @type {string} */ text,
    /** @type {number} */ cents,
  ) => `${date.padEnd(12)}${text.slice(0, 46).padEnd(48)}${dollars(cents).padStart(14)}`;
  return pdfOf([
    "LANTERN BANK",
    `Statement of ${month.name} for ${customer.name.first} ${customer.name.last}`,
    `${account.productName}, ending in ${lastFour(account.number)}`,
    "",
    line("", "Opening balance", opening),
    ...rows.map(({ postedAt, description, change }) =>
      line(new Date(postedAt).toISOString().slice(0, 10), description, change),
    ),
    line("", "Closing balance", opening + sum(rows)),
    "",
    "A demo: this bank does not exist.",
  ]);
};

/**
 * A PDF of lines of text.
 * @param {readonly string[]} lines
 */
function pdfOf(lines) {
  const pages = Array.from({ length: Math.ceil(lines.length / LINES) }, (_, page) =>
    lines.slice(page * LINES, (page + 1) * LINES),
  );
  const pageId = (/** @type {number} */ page) => 4 + 2 * page;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${pages.map((_, page) => `${pageId(page)} 0 R`).join(" ")}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>",
    ...pages.flatMap((page, at) => {
      const content = `BT /F 10 Tf 14 TL 60 740 Td ${page.map((text) => `(${text.replace(/[()\\]/g, "\\$&")}) Tj T*`).join("\n")} ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${pageId(at) + 1} 0 R /Resources << /Font << /F 3 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>`;
  return Buffer.from(`${text}${table}${trailer}\nstartxref\n${text.length}\n%%EOF\n`, "latin1");
}
