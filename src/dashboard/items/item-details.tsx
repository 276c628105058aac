import { useEffect, useRef } from "preact/hooks";
import type {
  DashboardItem,
  DashboardItemDetails,
  DashboardUpdateLink,
  DashboardWebhook,
} from "../../protocol/dashboard-items.ts";
import { create } from "../../sdk/index.ts";
import type { PageProps } from "../page.ts";
import { hrefOf, scopeOf } from "../route.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { ClientName } from "../ui/client-name.tsx";
import { Details, Properties } from "../ui/details.tsx";
import { List } from "../ui/list.tsx";
import { Time } from "../ui/time.tsx";
import { ResultLine, useAction } from "../ui/use-action.tsx";
import { useQuery } from "../ui/use-query.tsx";
import { webhookColumns } from "../webhooks/webhook-columns.tsx";

/** Shows one Item: its state, its accounts, its updates and its webhooks. */
export const ItemDetails = ({ state, controller, router, id }: PageProps & { id: string }) => {
  const scope = scopeOf(router.route.value.query);
  const query = useQuery<DashboardItemDetails>(controller, "items/show", { item_id: id });
  const webhooks = useQuery<{ rows: DashboardWebhook[]; next: string | null }>(
    controller,
    "webhooks",
    { item_id: id },
  );
  const action = useAction<DashboardItemDetails>(controller);
  const refresh = async (): Promise<void> => {
    if (await action.run("items/refresh", { item_id: id }, "The institution is asked now."))
      query.reload();
  };
  return (
    <Details query={query} back={{ href: hrefOf("items", scope), text: "All Items" }}>
      {({ item, accounts }) => (
        <>
          <section class="card" aria-labelledby="item">
            <h2 id="item">
              {item.institution_name} <ItemBadge state={item.state} />
            </h2>
            <Properties
              of={[
                ["item_id", <code key="id">{item.item_id}</code>],
                ["Error", item.error_code && <code>{item.error_code}</code>],
                ["Institution", item.institution_id],
                ["Client", <ClientName key="client" {...item} />],
                ["Products", item.products.join(", ")],
                ["Webhooks go to", item.webhook],
                ["Linked", <Time key="at" at={item.created_at} />],
                ["Last sign-in", <Time key="at" at={item.logged_in_at} />],
                ["Consent ends", item.consent_expires_at && <Time at={item.consent_expires_at} />],
                ["Transactions read", timeOf(item.transactions_updated_at)],
                ["Reading failed", timeOf(item.transactions_failed_at)],
                ["Removed", timeOf(item.removed_at)],
              ]}
            />
            {item.state !== "removed" && item.state !== "revoked" && (
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
                {accounts.map(({ account_id, name, mask, subtype }) => (
                  <li key={account_id}>
                    <span>
                      {name} {mask && `•• ${mask}`}
                      <small> {subtype}</small>
                    </span>
                    <code>{account_id}</code>
                  </li>
                ))}
              </ul>
            )}
          </section>
          <h2 class="head">Webhooks</h2>
          <List
            caption="Webhooks of the Item"
            hasOrder={false}
            columns={webhookColumns(scope)}
            keyOf={({ delivery_id }) => delivery_id}
            empty={<p>No webhook was sent about this Item yet.</p>}
            query={{ ...webhooks, answer: webhooks.answer && { ...webhooks.answer, next: null } }}
            router={router}
          />
        </>
      )}
    </Details>
  );
};

const timeOf = (at: number | null) => at !== null && <Time at={at} />;

type UpdateProps = Pick<PageProps, "state" | "controller"> & { id: string; onDone(): void };

/** Opens Link in update mode for an Item, and says how it ended. */
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
    // Its token is used up; its hidden frame would stay in the page.
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
  good: ["good", "good"],
  expiring: ["warn", "consent ends soon"],
  login_required: ["bad", "login required"],
  revoked: ["bad", "revoked by its user"],
  removed: ["plain", "removed"],
};

/** Shows the state of an Item. */
export const ItemBadge = ({ state }: Pick<DashboardItem, "state">) => {
  const [tone, text] = STATES[state];
  return <Badge {...{ tone, text }} />;
};
