import type { TargetedEvent } from "preact";
import type {
  DashboardAuditDetails,
  DashboardAuditEntry,
} from "../../protocol/dashboard/dashboard-audit.ts";
import type { PageProps } from "../session/page.ts";
import { hrefOf, type Router, scopeOf, withQuery } from "../session/route.ts";
import { Badge } from "../ui/badge.tsx";
import { ClientName } from "../ui/client-name.tsx";
import { CopiedCode, Details, Properties } from "../ui/details.tsx";
import { type Column, List, listBody } from "../ui/list.tsx";
import { ShortId } from "../ui/short-id.tsx";
import { Time, timeText } from "../ui/time.tsx";
import { useQuery } from "../ui/use-query.tsx";
import { actorText } from "./actor-text.ts";
import { ChainCard } from "./chain-card.tsx";

/** The audit log: the list of its entries, or one of them. */
export const AuditPage = (props: PageProps) => {
  const { id } = props.router.route.value;
  return id === null ? <Entries {...props} /> : <Entry key={id} {...props} id={id} />;
};

type Page = { rows: DashboardAuditEntry[]; next: string | null; actions: string[] };

const Entries = ({ state, controller, router }: PageProps) => {
  const { query: address } = router.route.value;
  const { operator: isOperator } = state.answer;
  const query = useQuery<Page>(controller, "audit", {
    ...listBody(address),
    ...filterBody(address),
  });
  return (
    <>
      <p class="lead">
        Each change with its author, time and address.{" "}
        {isOperator
          ? "Each entry has the digest of the one before it, so that none can be changed or removed unseen."
          : "The operator’s changes of your client are here, too."}
      </p>
      {isOperator && <ChainCard controller={controller} />}
      <AuditFilters router={router} actions={query.answer?.actions ?? []} />
      <List
        caption="Audit log"
        file="audit-log"
        fieldsOf={csvFieldsOf}
        hasOrder={false}
        columns={columnsFor(scopeOf(address))}
        keyOf={({ sequence }) => String(sequence)}
        empty={
          <>
            <h2>No entry here</h2>
            <p>Changes of settings, keys, Items, webhooks and institutions are logged for good.</p>
          </>
        }
        {...{ query, router }}
      />
    </>
  );
};

/** Returns the CSV fields of an entry, with a cell each for the values before and after. */
const csvFieldsOf = ({ sequence, at, fields, ...entry }: DashboardAuditEntry) => ({
  ...{ sequence, at, actor_kind: entry.actor_kind, actor: entry.actor, address: entry.address },
  ...{ action: entry.action, subject: entry.subject, client_id: entry.client_id },
  before: fields
    .filter(({ before }) => before !== null)
    .map(({ name, before }) => `${name}: ${before}`),
  after: fields.map(({ name, after }) => `${name}: ${after}`),
});

/** Returns the request's filter of the log, from the address. */
const filterBody = (address: URLSearchParams): object => {
  const day = (name: string, time: string) =>
    address.get(name) && new Date(`${address.get(name)}T${time}`).getTime();
  const [from, last] = [day("from", "00:00"), day("to", "23:59:59.999")];
  return {
    ...Object.fromEntries(
      ["action", "subject", "actor"].flatMap((name) =>
        address.get(name) ? [[name, address.get(name)]] : [],
      ),
    ),
    ...(from && { from }),
    ...(last && { until: last + 1 }),
  };
};

const SEARCHES = [
  ["subject", "Target"],
  ["actor", "Actor"],
] as const;

const DAYS = [
  ["from", "Since"],
  ["to", "Until"],
] as const;

/** The filters of the log; they are in the address. */
const AuditFilters = ({ router, actions }: { router: Router; actions: readonly string[] }) => {
  const { page, query } = router.route.value;
  const change = ({ currentTarget }: TargetedEvent<HTMLInputElement | HTMLSelectElement>): void =>
    router.go(
      hrefOf(page, withQuery(query, { [currentTarget.name]: currentTarget.value.trim() })),
      true,
    );
  const action = query.get("action") ?? "";
  const props = (name: string) => {
    const value = query.get(name) ?? "";
    return { key: value, class: "text", name, defaultValue: value, onChange: change };
  };
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <label>
        <span>Action</span>
        <select class="text" name="action" value={action} onChange={change}>
          <option value="">All</option>
          {(actions.length > 0 ? actions : [action]).filter(Boolean).map((name) => (
            <option key={name} value={name}>
              {actionText(name)}
            </option>
          ))}
        </select>
      </label>
      {SEARCHES.map(([name, label]) => (
        <label key={name}>
          <span>{label}</span>
          <input
            {...props(name)}
            type="search"
            maxLength={200}
            spellcheck={false}
            autocapitalize="none"
          />
        </label>
      ))}
      {DAYS.map(([name, label]) => (
        <label key={name}>
          <span>{label}</span>
          <input {...props(name)} type="date" />
        </label>
      ))}
    </form>
  );
};

/** Returns an action in words: `client.end_secret` is `Client: end secret`. */
const actionText = (action: string): string =>
  action
    .replace(".", ": ")
    .replaceAll("_", " ")
    .replace(/^./, (letter) => letter.toUpperCase());

const columnsFor = (scope: URLSearchParams): readonly Column<DashboardAuditEntry>[] => [
  {
    name: "Action",
    cell: ({ action, sequence }) => (
      <a href={hrefOf(`audit/${sequence}`, scope)}>{actionText(action)}</a>
    ),
  },
  {
    name: "Change",
    cell: ({ fields }) => <span class="change">{summaryOf(fields) || "—"}</span>,
  },
  {
    name: "Target",
    isMinor: true,
    cell: ({ subject, client_id, client_name }) =>
      subject === client_id && client_name !== null ? (
        <bdi class="cut">{client_name}</bdi>
      ) : (
        <ShortId id={subject} name="target" />
      ),
  },
  {
    name: "Actor",
    textOf: actorText,
    cell: (entry) => <bdi class="cut">{actorText(entry)}</bdi>,
  },
  {
    name: "Address",
    isMinor: true,
    textOf: ({ address }) => address ?? "",
    cell: ({ address }) => address ?? "—",
  },
  { name: "When", cell: ({ at }) => <Time at={at} /> },
];

/** Returns the most informative fields: fields with a previous value, or fields without ids. */
function summaryOf(fields: DashboardAuditEntry["fields"]): string {
  const changed = fields.filter(({ before }) => before !== null);
  const others = fields.filter(
    ({ name, after }) => !name.endsWith("_id") && after !== "not set" && after !== "no",
  );
  return (changed.length > 0 ? changed : others).map(changeText).join(", ");
}

const changeText = ({ name, before, after }: DashboardAuditEntry["fields"][number]): string =>
  `${name.replaceAll("_", " ")}: ${before === null ? after : `${before} → ${after}`}`;

/** Shows one entry with the values before and after. */
const Entry = ({ controller, router, id }: PageProps & { id: string }) => {
  const query = useQuery<DashboardAuditDetails>(controller, "audit/show", {
    sequence: /^\d{1,15}$/.test(id) ? Number(id) : 0,
  });
  return (
    <Details
      query={query}
      router={router}
      list="Audit log"
      kind="Audit entry"
      nameOf={({ entry }) => actionText(entry.action)}
    >
      {({ entry, digest, previous_digest, is_intact }) => (
        <>
          <section class="card" aria-labelledby="entry">
            <h2 id="entry">
              Entry {entry.sequence}
              <Badge
                {...(is_intact
                  ? { tone: "good", text: "Intact" }
                  : { tone: "bad", text: "Changed since" })}
              />
            </h2>
            <Properties
              of={[
                ["When", timeText(entry.at)],
                ["Actor", <bdi key="actor">{actorText(entry)}</bdi>],
                [
                  "Actor’s id",
                  entry.actor !== "" && (
                    <CopiedCode key="actor-id" text={entry.actor} name="actor" />
                  ),
                ],
                ["Address", entry.address ?? "not known"],
                ["Target", <CopiedCode key="target" text={entry.subject} name="target" />],
                [
                  "Client",
                  entry.client_id !== null && (
                    <ClientName
                      key="client"
                      client_id={entry.client_id}
                      client_name={entry.client_name}
                    />
                  ),
                ],
              ]}
            />
          </section>
          {entry.fields.length > 0 && (
            <div class="table">
              <table aria-label="What changed">
                <thead>
                  <tr>
                    {["Field", "Before", "After"].map((name) => (
                      <th key={name} scope="col">
                        {name}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {entry.fields.map(({ name, before, after }) => (
                    <tr key={name}>
                      <th scope="row">{name.replaceAll("_", " ")}</th>
                      <td>{before ?? "—"}</td>
                      <td>{after}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
          <section class="card" aria-labelledby="chain">
            <h2 id="chain">Place in the chain</h2>
            <Properties
              of={[
                ["Digest", <CopiedCode key="digest" text={digest} name="digest" />],
                ["Digest of the entry before", previous_digest && <code>{previous_digest}</code>],
              ]}
            />
          </section>
        </>
      )}
    </Details>
  );
};
