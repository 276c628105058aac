import { MATCHES_WORDS, type MatchesWords } from "../i18n/matches.ts";
import { REASON_WORDS } from "../i18n/reasons.ts";
import type { PersonConnection, PersonMatch } from "../protocol/connections.ts";
import { reasonsText } from "../protocol/match-reason.ts";
import type { Controller } from "./controller.ts";
import { wordsIn } from "./lazy.tsx";
import { toName } from "./names.ts";

type MatchesProps = { connection: PersonConnection; controller: Controller };

/** Asks whether two transactions are the same transaction, pair by pair. */
export const Matches = ({ connection, controller }: MatchesProps) => {
  const { connection_id, accounts, matches = [] } = connection;
  const [match, ...others] = matches;
  if (!match) return null;
  const words = wordsIn(MATCHES_WORDS);
  const titleId = `match-${connection_id}`;
  const { transaction_id, before_id } = match;
  const account = accounts.find(({ account_id }) => account_id === match.account_id);
  const decide = async (decision: "same" | "different"): Promise<void> => {
    const body = { connection_id, transaction_id, before_id, decision };
    const outcome = await controller.act("connection/decide-match", body, {
      notice: { kind: "success", text: words.decided },
    });
    const isStale = outcome?.kind === "error" && outcome.error.error_code === "INVALID_FIELD";
    if (isStale) await controller.reload({ notice: { kind: "failure", text: words.stale } });
    // The next question replaces this question. After the last question there is nothing to focus.
    document.getElementById(document.getElementById(titleId) ? titleId : "notice")?.focus();
  };
  return (
    <section aria-labelledby={titleId} style={BOX}>
      <h3 id={titleId} tabIndex={-1} style={TITLE}>
        {words.title}
      </h3>
      <p class="lead">{words.help(account ? toName(account) : "")}</p>
      <ul class="rows">
        <Row label={words.before} row={match.before} other={match.now} words={words} />
        <Row label={words.now} row={match.now} other={match.before} words={words} />
      </ul>
      <p class="lead">
        <small>
          {words.why} {reasonsText(match.reasons, wordsIn(REASON_WORDS))}
        </small>
      </p>
      <p class="actions">
        <button type="button" class="button" onClick={() => decide("same")}>
          {words.same}
        </button>
        <button type="button" class="button" onClick={() => decide("different")}>
          {words.different}
        </button>
      </p>
      {others.length > 0 && (
        <p class="lead">
          <small>{words.more(others.length)}</small>
        </p>
      )}
    </section>
  );
};

type Payment = PersonMatch["now"];
type RowProps = { label: string; row: Payment; other: Payment; words: MatchesWords };

/** Shows a transaction of a pair, and marks the facts that differ in the other transaction. */
const Row = ({ label, row, other, words }: RowProps) => {
  const marked = (textOf: (payment: Payment) => string) => {
    const text = textOf(row);
    const isSame = text.toLowerCase() === textOf(other).toLowerCase();
    return isSame ? text : <mark style={MARK}>{text}</mark>;
  };
  return (
    <li>
      <span>
        {marked(({ name }) => name)}
        <small style={DETAIL}>
          {label} · {marked(dayText)}
          {row.pending && ` · ${words.pending}`}
        </small>
      </span>
      <b style={AMOUNT}>{marked(amountText)}</b>
    </li>
  );
};

const dayText = ({ date }: Payment): string => {
  const { lang } = document.documentElement;
  return new Date(date).toLocaleDateString(lang, { dateStyle: "medium", timeZone: "UTC" });
};

const amountText = ({ amount, currency }: Payment): string =>
  moneyText(-amount, currency, document.documentElement.lang);

/** An amount with its currency. Outgoing money is negative. */
function moneyText(amount: number, currency: string | null, lang: string): string {
  if (/^[A-Z]{3}$/.test(currency ?? ""))
    return amount.toLocaleString(lang, { style: "currency", currency: currency ?? "" });
  return `${amount.toLocaleString(lang, { minimumFractionDigits: 2 })} ${currency ?? ""}`;
}

const BOX = {
  marginTop: "24px",
  border: "1px solid var(--accent)",
  borderRadius: "12px",
  padding: "4px 16px 16px",
};
const TITLE = { marginTop: "12px", color: "inherit", fontSize: "1rem", outline: 0 };
const DETAIL = { display: "block", color: "var(--muted)", fontSize: "0.8125rem" };
const MARK = { background: "none", color: "inherit", borderBottom: "2px solid var(--accent)" };
const AMOUNT = { fontWeight: 600, fontVariantNumeric: "tabular-nums" };
