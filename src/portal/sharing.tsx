import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { SHARING_WORDS, type SharingWords } from "../i18n/sharing.ts";
import type { PersonGrant } from "../protocol/connections.ts";
import type { Controller } from "./controller.ts";
import type { ConnectionsState } from "./state.ts";

type SharingProps = { state: ConnectionsState; controller: Controller };

/** The token of a grant that was just made, and the application that it is for. */
type NewToken = { name: string; token: string };

/** Lets a user share accounts with another application, see when each last read, and end it. */
export const Sharing = ({ state, controller }: SharingProps) => {
  const words = wordsOf();
  const [made, setMade] = useState<NewToken | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { grants, connections } = state.answer;
  if (connections.length === 0) return null;
  return (
    <section class="card" aria-labelledby="sharing">
      <h2 id="sharing">{words.title}</h2>
      <p class="lead">{words.help}</p>
      {grants && grants.length > 0 && (
        <ul class="rows">
          {grants.map((grant) => (
            <GrantRow key={grant.grant_id} {...{ grant, state, controller, words }} />
          ))}
        </ul>
      )}
      {made && <Token {...{ ...made, words }} onClose={() => setMade(null)} />}
      {!made && isOpen && (
        <NewGrant
          {...{ state, controller, words }}
          onMade={(token) => {
            setMade(token);
            setOpen(false);
          }}
        />
      )}
      {!made && !isOpen && (
        <p class="actions">
          <button type="button" class="button" onClick={() => setOpen(true)}>
            {words.open}
          </button>
        </p>
      )}
    </section>
  );
};

type RowProps = SharingProps & { grant: PersonGrant; words: SharingWords };

const GrantRow = ({ grant, state, controller, words }: RowProps) => (
  <li>
    <span>
      {grant.name}
      {detailsOf(grant, state, words).map((text) => (
        <small key={text} style={DETAIL}>
          {text}
        </small>
      ))}
    </span>
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
    used_at === null ? words.unused : words.used(dayOf(used_at), used_from ?? ""),
    // The moment after the last day.
    ...(until === null ? [] : [`${words.until} ${dayOf(until, 1)}`]),
  ];
}

type NewGrantProps = SharingProps & { words: SharingWords; onMade: (made: NewToken) => void };

const NewGrant = ({ state, controller, words, onMade }: NewGrantProps) => {
  const [error, setError] = useState<string | null>(null);
  const connections = state.answer.connections.filter(({ status }) => status !== "ended");
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (field: string) => String(fields.get(field) ?? "").trim();
    const name = text("name");
    const accounts = fields.getAll("account").map((value) => {
      const [connection_id, account_id] = JSON.parse(String(value));
      return { connection_id, account_id };
    });
    const problem = name === "" ? words.noName : accounts.length === 0 ? words.noAccount : null;
    setError(problem);
    if (problem) return;
    const dates = { from: text("from") || null, until: text("until") || null };
    const outcome = await controller.act("grant/create", { name, accounts, ...dates });
    if (outcome?.kind === "success" && outcome.answer.grant_token)
      onMade({ name, token: outcome.answer.grant_token });
    else if (outcome?.kind === "error" && outcome.error.error_code === "INVALID_FIELD")
      setError(words.wrongDates);
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <div class="field">
        <label for="grant-name">{words.name}</label>
        <input
          id="grant-name"
          name="name"
          class="text"
          maxLength={60}
          autocomplete="off"
          aria-describedby="grant-error"
        />
      </div>
      <h3 id="grant-accounts">{words.accounts}</h3>
      <ul class="rows" aria-labelledby="grant-accounts">
        {connections.flatMap(({ connection_id, institution, accounts }) =>
          accounts.map((account) => (
            <li key={account.account_id}>
              <label for={`share-${account.account_id}`} style={PLAIN}>
                {account.name} {account.mask && <span class="mask">•• {account.mask}</span>}{" "}
                <span class="mask">{institution.name}</span>
              </label>
              <input
                id={`share-${account.account_id}`}
                type="checkbox"
                name="account"
                value={JSON.stringify([connection_id, account.account_id])}
                style={BOX}
              />
            </li>
          )),
        )}
      </ul>
      {(["from", "until"] as const).map((field) => (
        <div class="field" key={field}>
          <label for={`grant-${field}`}>
            {words[field]} <span class="mask">({words.optional})</span>
          </label>
          <input id={`grant-${field}`} name={field} type="date" class="text" />
        </div>
      ))}
      <div id="grant-error" class={error ? "notice failure" : "notice"} role="alert">
        {error && <p>{error}</p>}
      </div>
      <button type="submit" class="button primary" aria-disabled={state.busy}>
        {words.create}
      </button>
    </form>
  );
};

/** Styles of the list, which come with the card: the site's own sheet loads for everybody. */
const PLAIN = { flex: 1, margin: 0, fontSize: "1rem", fontWeight: 400 };
const DETAIL = { display: "block", color: "var(--muted)" };
const BOX = { width: "22px", height: "22px", flex: "none", accentColor: "var(--accent)" };

type TokenProps = NewToken & { words: SharingWords; onClose: () => void };

const Token = ({ name, token, words, onClose }: TokenProps) => {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    // Without the permission the text is there to be selected.
    await navigator.clipboard?.writeText(token).then(
      () => setCopied(true),
      () => {},
    );
  };
  return (
    <div class="field" role="status">
      <h3>{words.tokenTitle(name)}</h3>
      <p class="hint">{words.tokenHelp}</p>
      <label for="grant-token">{words.token}</label>
      <input
        id="grant-token"
        class="text"
        readOnly
        value={token}
        onFocus={(event) => event.currentTarget.select()}
      />
      <p class="actions">
        <button type="button" class="button primary" onClick={() => void copy()}>
          {isCopied ? words.copied : words.copy}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {words.close}
        </button>
      </p>
    </div>
  );
};

/** The language of the page. */
const wordsOf = (): SharingWords => {
  const own = Object.entries(SHARING_WORDS).find(
    ([code]) => code === document.documentElement.lang,
  );
  return own?.[1] ?? SHARING_WORDS.en;
};

/** The day of a moment, or of one so many ms before it; the days of a grant are those of UTC. */
const dayOf = (iso: string, msBefore = 0): string =>
  new Date(Date.parse(iso) - msBefore).toLocaleDateString(document.documentElement.lang, {
    dateStyle: "medium",
    timeZone: "UTC",
  });
