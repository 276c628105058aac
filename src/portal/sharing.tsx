import { useState } from "preact/hooks";
import { SHARING_WORDS, type SharingWords } from "../i18n/sharing.ts";
import type { PersonGrant } from "../protocol/connections.ts";
import type { SharingProps } from "./grant-form.tsx";
import { lazy, wordsIn } from "./lazy.tsx";
import type { SharePageProps } from "./share-page.tsx";
import type { ConnectionsState } from "./state.ts";

const LazySharePage = lazy<SharePageProps>(() => import("./share-page.tsx"));

/**
 * Lets a user share accounts with other applications, see each application's last read, and change
 * or end the sharing.
 */
export const View = ({ state, controller }: SharingProps) => {
  const words = wordsIn(SHARING_WORDS);
  const [edited, setEdited] = useState<PersonGrant | "new" | null>(null);
  const { grants, grant_doors, connections } = state.answer;
  if (connections.length === 0) return null;
  return (
    <section class="card" aria-labelledby="sharing">
      <h2 id="sharing">{words.title}</h2>
      <p class="lead">{words.help}</p>
      {grants && grants.length > 0 && (
        <ul class="rows">
          {grants.map((grant) => (
            <GrantRow
              key={grant.grant_id}
              {...{ grant, state, controller, words }}
              onChange={() => setEdited(grant)}
            />
          ))}
        </ul>
      )}
      {grant_doors.length > 0 && (
        <p class="actions">
          <button type="button" class="button" onClick={() => setEdited("new")}>
            {words.open}
          </button>
        </p>
      )}
      {edited && (
        <LazySharePage
          {...{ state, controller, words }}
          grant={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
};

type RowProps = SharingProps & { grant: PersonGrant; words: SharingWords; onChange: () => void };

const GrantRow = ({ grant, state, controller, words, onChange }: RowProps) => (
  <li style={ROW}>
    <span style={WHOLE}>
      {grant.name}
      {detailsOf(grant, state, words).map((text) => (
        <small key={text} style={DETAIL}>
          {text}
        </small>
      ))}
      {!grant.can_change && (
        <label style={DETAIL}>
          <input
            type="checkbox"
            checked={grant.joins}
            aria-label={`${words.joins}: ${grant.name}`}
            onChange={({ currentTarget }) =>
              void controller.act("grant/join", {
                ...{ grant_id: grant.grant_id, joins: currentTarget.checked },
              })
            }
          />{" "}
          {words.joins}
        </label>
      )}
    </span>
    {grant.can_change && (
      <button
        type="button"
        class="button small"
        aria-label={words.changeLabel(grant.name)}
        onClick={onChange}
      >
        {words.change}
      </button>
    )}
    <button
      type="button"
      class="button small"
      aria-disabled={state.busy}
      aria-label={words.endLabel(grant.name)}
      onClick={() => void controller.act("grant/end", { grant_id: grant.grant_id })}
    >
      {words.end}
    </button>
  </li>
);

/** The accounts of a grant, its last use and its end. */
function detailsOf(
  { account_ids, used_at, used_from, until }: PersonGrant,
  { answer }: ConnectionsState,
  words: SharingWords,
): string[] {
  const names = answer.connections
    .flatMap(({ accounts }) => accounts)
    .filter(({ account_id }) => account_ids.includes(account_id))
    .map(({ name }) => name);
  return [
    names.join(", "),
    used_at === null ? words.unused : words.used(formatDay(used_at), used_from ?? ""),
    // The moment after the last day.
    ...(until === null ? [] : [`${words.until} ${formatDay(until, 1)}`]),
  ];
}

/** Styles of the card. They load with the card, since every visit loads the site's own sheet. */
const DETAIL = { display: "block", color: "var(--muted)" };
/** The buttons stand below the texts, which need the width of the card. */
const ROW = { justifyContent: "flex-start" };
const WHOLE = { flexBasis: "100%" };

/** Formats the UTC day of a moment, or of `msBefore` ms earlier. */
const formatDay = (iso: string, msBefore = 0): string =>
  new Date(Date.parse(iso) - msBefore).toLocaleDateString(document.documentElement.lang, {
    dateStyle: "medium",
    timeZone: "UTC",
  });
