import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type {
  DashboardItem,
  DashboardItemDetails,
  DashboardUpdateLink,
  DashboardWebhook,
} from "../../protocol/dashboard/dashboard-items.ts";
import type {
  DashboardLinkUse,
  DashboardRequest,
} from "../../protocol/dashboard/dashboard-traffic.ts";
import { create } from "../../sdk/index.ts";
import { requestColumns } from "../requests/request-columns.tsx";
import type { PageProps } from "../session/page.ts";
import { hrefOf, scopeOf, withQuery } from "../session/route.ts";
import { linkUseColumns } from "../sessions/link-use-columns.tsx";
import { Badge, type Tone } from "../ui/badge.tsx";
import { ClientName } from "../ui/client-name.tsx";
import { CopiedCode, Details, Properties } from "../ui/details.tsx";
import { ForRole } from "../ui/for-role.tsx";
import { List, type ListProps } from "../ui/list.tsx";
import { ErrorCode } from "../ui/reference-links.tsx";
import { FullTime } from "../ui/time.tsx";
import { ResultLine, useAction } from "../ui/use-action.tsx";
import { type Query, useQuery } from "../ui/use-query.tsx";
import { webhookColumns } from "../webhooks/webhook-columns.tsx";
import { FileIds } from "./file-ids.tsx";
import { NewestTransactions } from "./newest-transactions.tsx";

/** Shows one Item: its state, its accounts, its updates and its webhooks. */
export const ItemDetails = ({ state, controller, router, id }: PageProps & { id: string }) => {
  const scope = scopeOf(router.route.value.query);
  const query = useQuery<DashboardItemDetails>(controller, "items/show", { item_id: id });
  const webhooks = useQuery<{ rows: DashboardWebhook[]; next: string | null }>(
    controller,
    "webhooks",
    { item_id: id },
  );
  const requests = useQuery<{ rows: DashboardRequest[] }>(controller, "requests", { item_id: id });
  const sessions = useQuery<{ rows: DashboardLinkUse[] }>(controller, "sessions", { item_id: id });
  const action = useAction<DashboardItemDetails>(controller);
  const refresh = async (): Promise<void> => {
    if (await action.run("items/refresh", { item_id: id }, "The institution is asked now."))
      query.reload();
  };
  return (
    <Details
      query={query}
      router={router}
      list="All Items"
      kind="Item"
      nameOf={({ item }) => item.institution_name}
    >
      {({ item, accounts, transactions }) => (
        <>
          <section class="card" aria-labelledby="item">
            <h2 id="item">
              Connection <ItemBadge state={item.state} />
            </h2>
            <Properties
              of={[
                ["item_id", <CopiedCode key="id" text={item.item_id} name="item_id" />],
                ["Error", item.error_code && <ErrorCode code={item.error_code} />],
                ["Reason", item.consent_end],
                [
                  "Institution",
                  <a
                    key="institution"
                    href={hrefOf(`institutions/${encodeURIComponent(item.institution_id)}`, scope)}
                  >
                    {item.institution_name}
                  </a>,
                ],
                ["Client", <ClientName key="client" {...item} />],
                ["Products", productsText(item)],
                ["Account numbers", item.auth_method && <code>{item.auth_method}</code>],
                ["Webhooks go to", item.webhook],
                ["Linked", <FullTime key="at" at={item.created_at} />],
                ["Last sign-in", <FullTime key="at" at={item.logged_in_at} />],
                [
                  "Consent ends",
                  item.consent_expires_at && <FullTime at={item.consent_expires_at} />,
                ],
                ["Transactions read", toTime(item.transactions_updated_at)],
                ["Reading failed", toTime(item.transactions_failed_at)],
                ["Removed", toTime(item.removed_at)],
              ]}
            />
            {item.state !== "removed" && item.state !== "revoked" && (
              <ForRole least="developer">
                <div class="actions">
                  {item.products.includes("transactions") && item.state !== "login_required" && (
                    <button
                      type="button"
                      class="button small"
                      aria-disabled={action.isBusy}
                      onClick={refresh}
                    >
                      {action.isBusy ? "Asking…" : "Ask for new transactions"}
                    </button>
                  )}
                  <UpdateMode {...{ id, state, controller }} onDone={query.reload} />
                </div>
              </ForRole>
            )}
            {item.state === "login_required" && (
              <p class="lead">
                Its user has to sign in again, in update mode: your server makes a link token with
                the Item's access token, and your page opens Link with that. Here you can see what
                the user will see.
              </p>
            )}
            <ResultLine {...action} />
          </section>
          <section class="card" aria-labelledby="accounts">
            <h2 id="accounts">Accounts</h2>
            {accounts.length === 0 ? (
              <p class="none">It has none.</p>
            ) : (
              <ul class="rows">
                {accounts.map((account) => (
                  <li key={account.account_id}>
                    <span>
                      {account.name} {account.mask && `••••\u00a0${account.mask}`}
                      <small>
                        {" "}
                        {account.subtype}
                        {account.holder_category === "business" && ", business"}
                      </small>
                      <FileIds {...{ account, action }} itemId={id} onChange={query.reload} />
                    </span>
                    <span>
                      <CopiedCode
                        text={account.account_id}
                        name={`account_id of ${account.name}`}
                      />
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </section>
          {transactions && <NewestTransactions {...transactions} {...{ id, controller, router }} />}
          <Thread
            title="Link sessions"
            query={sessions}
            columns={linkUseColumns(scope)}
            keyOf={({ link_session_id }) => link_session_id}
            empty="No Link session of the last 30 days has connected or updated this Item."
            router={router}
          />
          <Thread
            title="Requests"
            href={hrefOf("requests", withQuery(scope, { item: id }))}
            query={requests}
            columns={requestColumns(scope)}
            keyOf={({ request_id }) => request_id}
            empty="No request of the log is about this Item."
            router={router}
          />
          <Thread
            title="Webhooks"
            href={hrefOf("webhooks", withQuery(scope, { search: id }))}
            query={webhooks}
            columns={webhookColumns(scope)}
            keyOf={({ delivery_id }) => delivery_id}
            empty="No webhook was sent about this Item yet."
            router={router}
          />
        </>
      )}
    </Details>
  );
};

/**
 * Returns the products of an Item. Lists separately the products that Link did not ask for or that
 * no call has read.
 */
const productsText = ({
  products,
  consented_products: agreed,
}: DashboardItemDetails["item"]): ComponentChildren => {
  const added = agreed.length > 0 ? products.filter((one) => !agreed.includes(one)) : [];
  const unread = agreed.filter((one) => !products.some((product) => product === one));
  return [
    products.filter((one) => !added.includes(one)).join(", "),
    added.length > 0 && <small> and by calls: {added.join(", ")}</small>,
    unread.length > 0 && <small> agreed to, not read yet: {unread.join(", ")}</small>,
  ];
};

/** The number of rows of each thread. */
const MAX_ROWS = 5;

type ThreadProps<Row> = Pick<ListProps<Row>, "columns" | "keyOf" | "router"> & {
  title: string;
  /** The address of the whole list; undefined if the whole list is shown. */
  href?: string;
  query: Omit<Query<{ rows: Row[] }>, "ask" | "live">;
  empty: string;
};

/** The newest rows of a list that belong to an Item. */
const Thread = <Row extends object>({ title, href, query, empty, ...list }: ThreadProps<Row>) => {
  const rows = query.answer?.rows ?? [];
  const shown = href ? rows.slice(0, MAX_ROWS) : rows;
  return (
    <>
      <h2 class="head">
        {title}
        {href && rows.length > shown.length && <a href={href}>Show all</a>}
      </h2>
      <List
        caption={`${title} of the Item`}
        hasOrder={false}
        empty={<p>{empty}</p>}
        query={{ ...query, answer: query.answer && { rows: shown, next: null } }}
        {...list}
      />
    </>
  );
};

const toTime = (at: number | null) => at !== null && <FullTime at={at} />;

type UpdateProps = Pick<PageProps, "state" | "controller"> & { id: string; onDone(): void };

/** Opens Link in update mode for an Item, and shows the outcome. */
const UpdateMode = ({ id, state, controller, onDone }: UpdateProps) => {
  const action = useAction<DashboardUpdateLink>(controller);
  const link = useRef<ReturnType<typeof create> | null>(null);
  const isHere = useRef(true);
  useEffect(
    () => () => {
      isHere.current = false;
      link.current?.destroy();
    },
    [],
  );
  const { environment } = state.answer;
  const open = async (): Promise<void> => {
    const answer = await action.run("items/update", { item_id: id }, "Link is open.");
    // Link must not open on another page.
    if (!answer || !isHere.current) return;
    link.current?.destroy();
    // The token is used up, and the hidden frame would stay in the page.
    const end = (): void => {
      link.current?.destroy();
      onDone();
    };
    link.current = create({
      token: answer.link_token,
      env: environment,
      origin: location.origin,
      onSuccess: () => {
        action.say("The Item was updated.");
        end();
      },
      onExit: (error) => {
        if (error) action.refuse(`${error.error_message} (${error.error_code})`);
        else action.say("Link was closed before the end; the Item is as it was.");
        end();
      },
    });
    link.current.open();
  };
  return (
    <>
      <button type="button" class="button small" aria-disabled={action.isBusy} onClick={open}>
        {action.isBusy ? "Opening…" : "Open update mode"}
      </button>
      <ResultLine {...action} />
    </>
  );
};

const STATES: Record<DashboardItem["state"], [Tone, string]> = {
  good: ["plain", "Connected"],
  expiring: ["warn", "Consent ends soon"],
  login_required: ["bad", "Sign-in needed"],
  revoked: ["bad", "Ended by its user"],
  removed: ["plain", "Removed"],
};

/** Returns the state of an Item in words. */
export const itemStateText = ({ state }: Pick<DashboardItem, "state">): string => STATES[state][1];

/** Shows the state of an Item. */
export const ItemBadge = ({ state }: Pick<DashboardItem, "state">) => {
  const [tone, text] = STATES[state];
  return <Badge {...{ tone, text }} />;
};
