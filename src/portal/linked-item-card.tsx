import type { PersonConnection } from "../protocol/connections.ts";
import type { Controller } from "./controller.ts";
import type { EndsProps } from "./ends.tsx";
import { lazy } from "./lazy.tsx";
import { toApplication, toName } from "./names.ts";
import type { StatementsProps } from "./statements.tsx";
import type { TasksProps } from "./tasks.tsx";

const LazyEnds = lazy<EndsProps>(() => import("./ends.tsx"));

const LazyTasks = lazy<TasksProps>(() => import("./tasks.tsx"));

const LazyStatements = lazy<StatementsProps>(() => import("./statements.tsx"));

type CardProps = { connection: PersonConnection; controller: Controller };

/** `isAlike`: another connection has the same application and institution. */
type LinkedItemProps = CardProps & { isAlike: boolean };

/** Shows one application's access to accounts at one institution. */
export const LinkedItemCard = ({ connection, controller, isAlike }: LinkedItemProps) => {
  const { words } = controller;
  const { connection_id: connectionId, institution, status, brand } = connection;
  const hasEnded = status === "ended";
  const titleId = `connection-${connectionId}`;
  const { accent } = brand;
  const application = toApplication(connection, words);
  return (
    <section
      class="card"
      aria-labelledby={`${titleId} ${titleId}-about`}
      style={accent ? { "--accent": `light-dark(${accent.light},${accent.dark})` } : undefined}
    >
      <header class="card-head">
        {brand.logo ? (
          <img {...brand.logo} alt="" />
        ) : (
          <span class="letter" aria-hidden="true">
            {[...application][0]}
          </span>
        )}
        <div>
          <h2 id={titleId}>{application}</h2>
          <p class="lead" id={`${titleId}-about`}>
            {institution.logo === null ? (
              <span class="letter" aria-hidden="true" style={{ background: institution.color }}>
                {institution.name[0]}
              </span>
            ) : (
              <img class="letter" src={institution.logo} alt="" width="24" height="24" />
            )}
            {words.readsFrom(institution.name, hasEnded)}
            <small>
              {[
                // The accounts of similar connections are in the list below.
                ...(isAlike || hasEnded ? toHead(connection.accounts) : []),
                `${words.since} ${formatSince(connection.since, isAlike)}`,
              ].join(" · ")}
            </small>
          </p>
        </div>
        <p class={`chip ${status}`}>{words.status[status]}</p>
      </header>
      {status === "paused" && !connection.ended && <p class="hint">{words.pausedHelp}</p>}
      {hasEnded ? (
        <p class="hint">{words.endedHelp}</p>
      ) : (
        <>
          {connection.matches && <LazyTasks {...{ connection, controller }} />}
          <Facts {...{ connection, controller }} />
          <Accounts {...{ connection, controller }} />
          {connection.statements && <LazyStatements {...{ connection, controller }} />}
          <p class="hint">{words.ends}</p>
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

const Facts = ({ connection, controller, controller: { words } }: CardProps) => (
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
      <dt>{words.until}</dt>
      <dd>
        {connection.until === null ? (
          words.untilEnded
        ) : (
          <>
            {formatDay(connection.until)} <LazyEnds {...{ connection, controller }} />
          </>
        )}
      </dd>
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
              {account.name} {account.mask && <span class="mask">•••• {account.mask}</span>}
            </span>
            <button
              type="button"
              id={`stop-${account.account_id}`}
              class="button small"
              aria-label={words.stopLabel(toName(account))}
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

/** The first accounts by name, and the number of the others. */
const toHead = (accounts: PersonConnection["accounts"]): string[] => [
  ...accounts.slice(0, 2).map(toName),
  ...(accounts.length > 2 ? [`+${accounts.length - 2}`] : []),
];

/** Shows also the time if two connections at a bank may have equal accounts and days. */
const formatSince = (iso: string, withTime: boolean): string =>
  new Date(iso).toLocaleString(document.documentElement.lang, {
    dateStyle: "medium",
    ...(withTime && { timeStyle: "medium" }),
  });

const formatDay = (iso: string): string =>
  new Date(iso).toLocaleDateString(document.documentElement.lang, { dateStyle: "long" });
