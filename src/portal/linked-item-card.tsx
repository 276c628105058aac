import type { PortalWords } from "../i18n/portal.ts";
import type { PersonConnection } from "../protocol/connections.ts";
import type { Controller } from "./controller.ts";
import { applicationOf, nameOf } from "./names.ts";

type CardProps = { connection: PersonConnection; controller: Controller };

/** Shows one application's access to accounts at one institution. */
export const LinkedItemCard = ({ connection, controller }: CardProps) => {
  const { words } = controller;
  const { connection_id: connectionId, institution, status } = connection;
  const hasEnded = status === "ended";
  const titleId = `connection-${connectionId}`;
  return (
    <section class="card" aria-labelledby={titleId}>
      <header class="card-head">
        <span class="letter" aria-hidden="true" style={{ background: institution.color }}>
          {institution.name.slice(0, 1)}
        </span>
        <div>
          <h2 id={titleId}>{applicationOf(connection, words)}</h2>
          <p class="lead">{words.readsFrom(institution.name)}</p>
        </div>
        <p class={`chip ${status}`}>{words.status[status]}</p>
      </header>
      {status === "paused" && <p class="hint">{words.pausedHelp}</p>}
      {hasEnded ? (
        <p class="hint">{words.endedHelp}</p>
      ) : (
        <>
          <Facts {...{ connection, words }} />
          <Accounts {...{ connection, controller }} />
        </>
      )}
      <p class="actions">
        {!hasEnded && (
          <button
            type="button"
            id={`disconnect-${connectionId}`}
            class="button"
            onClick={() => controller.ask({ about: "disconnect", connectionId })}
          >
            {words.disconnect}
          </button>
        )}
        <button
          type="button"
          id={`erase-${connectionId}`}
          class="button danger"
          onClick={() => controller.ask({ about: "erase", connectionId })}
        >
          {hasEnded ? words.eraseRest : words.erase}
        </button>
      </p>
    </section>
  );
};

const Facts = ({ connection, words }: { connection: PersonConnection; words: PortalWords }) => (
  <dl>
    <div>
      <dt>{words.what}</dt>
      <dd>
        <ul>
          <li>{words.balances}</li>
          {connection.products
            .filter((product) => product !== "balance")
            .map((product) => (
              <li key={product}>{words.products[product]}</li>
            ))}
        </ul>
      </dd>
    </div>
    <div>
      <dt>{words.since}</dt>
      <dd>{dayOf(connection.since)}</dd>
    </div>
    <div>
      <dt>{words.until}</dt>
      <dd>{connection.until === null ? words.untilEnded : <End at={connection.until} />}</dd>
    </div>
  </dl>
);

const Accounts = ({ connection, controller }: CardProps) => {
  const { words } = controller;
  const { connection_id: connectionId, accounts } = connection;
  if (accounts.length === 0) return null;
  return (
    <>
      <h3>{words.accounts}</h3>
      <ul class="rows">
        {accounts.map((account) => (
          <li key={account.account_id}>
            <span>
              {account.name} {account.mask && <span class="mask">•• {account.mask}</span>}
            </span>
            <button
              type="button"
              id={`stop-${account.account_id}`}
              class="button small"
              aria-label={words.stopLabel(nameOf(account))}
              onClick={() =>
                controller.ask({ about: "stop", connectionId, accountId: account.account_id })
              }
            >
              {words.stop}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
};

/** The last days of a consent are counted, so that its end surprises no user. */
const COUNTED_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Shows when a consent ends; if that is soon, also in how many days. */
const End = ({ at }: { at: string }) => {
  const days = Math.ceil((Date.parse(at) - Date.now()) / DAY_MS);
  if (days < 0 || days > COUNTED_DAYS) return <>{dayOf(at)}</>;
  const { lang } = document.documentElement;
  const inDays = new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(days, "day");
  return (
    <>
      {dayOf(at)} <span class="soon">({inDays})</span>
    </>
  );
};

const dayOf = (iso: string): string =>
  new Date(iso).toLocaleDateString(document.documentElement.lang, { dateStyle: "long" });
