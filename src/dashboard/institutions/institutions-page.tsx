import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import type {
  DashboardAlert,
  DashboardInstitution,
} from "../../protocol/dashboard/dashboard-overview.ts";
import type { Controller } from "../session/controller.ts";
import type { Page, PageProps } from "../session/page.ts";
import { hrefOf, scopeOf } from "../session/route.ts";
import { LazyPage } from "../shell/lazy-page.tsx";
import { Filters } from "../ui/filters.tsx";
import { ForRole } from "../ui/for-role.tsx";
import { TextField, Tick } from "../ui/form-fields.tsx";
import { type Column, List, listBody } from "../ui/list.tsx";
import { numberText } from "../ui/number-text.ts";
import { SaveRow, useAction } from "../ui/use-action.tsx";
import { useQuery } from "../ui/use-query.tsx";
import { healthText, InstitutionBadge, InstitutionLogo } from "./institution-badge.tsx";
import { InstitutionDetails } from "./institution-details.tsx";

const columnsFor = (scope: URLSearchParams): readonly Column<DashboardInstitution>[] => [
  {
    name: "Institution",
    cell: ({ institution_id, name, oauth, ...look }) => (
      <>
        <InstitutionLogo {...look} />
        <a href={hrefOf(`institutions/${encodeURIComponent(institution_id)}`, scope)}>{name}</a>
        <small>
          {institution_id}
          {oauth && " · signs in at its own site"}
        </small>
      </>
    ),
  },
  {
    name: "Status",
    isState: true,
    textOf: healthText,
    cell: (row) => <InstitutionBadge {...row} />,
  },
  {
    name: "Chosen, 30 days",
    isNumber: true,
    sort: "chosen",
    cell: ({ chosen }) => (chosen === 0 ? "—" : numberText(chosen)),
  },
  {
    name: "Connected",
    isNumber: true,
    sort: "conversion",
    cell: ({ chosen, connected }) =>
      chosen === 0 ? "—" : `${numberText(connected)} (${Math.round((connected / chosen) * 100)} %)`,
  },
  {
    name: "Countries",
    isMinor: true,
    textOf: ({ country_codes }) => country_codes.join(", "),
    cell: ({ country_codes }) => country_codes.join(", "),
  },
  {
    name: "Products",
    isMinor: true,
    textOf: ({ products }) => products.join(", "),
    cell: ({ products }) => (
      <span title={products.join(", ")}>
        {products.length === 1 ? products[0] : `${products.length} products`}
      </span>
    ),
  },
];

/** The pages below this one; no institution_id equals one of their names. */
const SUB_PAGES: readonly Page[] = [
  {
    name: "add",
    title: "Add an institution",
    load: async () => (await import("./connect/add-page.tsx")).AddPage,
  },
  {
    name: "aggregators",
    title: "Aggregators",
    load: async () => (await import("./aggregators-page.tsx")).AggregatorsPage,
  },
  {
    name: "import",
    title: "Import institutions",
    load: async () => (await import("./import/import-page.tsx")).ImportPage,
  },
];

/** Institutions: the list, one of them, or a page to add some. */
export const InstitutionsPage = (props: PageProps) => {
  const { id } = props.router.route.value;
  const page = props.state.answer.operator && SUB_PAGES.find(({ name }) => name === id);
  if (page) return <LazyPage key={id} {...{ page, props }} />;
  return id === null ? (
    <Institutions {...props} />
  ) : (
    <InstitutionDetails key={id} {...props} id={id} />
  );
};

/** Lists the institutions that can be linked, with their conversion in Link. */
const Institutions = ({ state, controller, router }: PageProps) => {
  const { query: address } = router.route.value;
  const [hasAlerts, setAlerts] = useState(false);
  const query = useQuery<{ rows: DashboardInstitution[]; next: string | null }>(
    controller,
    "institutions",
    {
      ...listBody(address),
      search: address.get("search") ?? "",
    },
  );
  return (
    <>
      {state.answer.operator && (
        <p class="actions">
          <a class="button primary small" href={hrefOf("institutions/add", scopeOf(address))}>
            Add an institution
          </a>
          <a class="button small" href={hrefOf("institutions/aggregators", scopeOf(address))}>
            Aggregators
          </a>
          <a class="button small" href={hrefOf("institutions/import", scopeOf(address))}>
            Import a file
          </a>
        </p>
      )}
      <Filters router={router} search={{ label: "Search", placeholder: "name or institution_id" }}>
        {state.view === "CLIENT" && (
          <button
            type="button"
            class="button small"
            aria-expanded={hasAlerts}
            onClick={() => setAlerts(!hasAlerts)}
          >
            Alerts
          </button>
        )}
      </Filters>
      {state.view === "CLIENT" && hasAlerts && (
        <AlertsCard key={state.answer.client.client_id} controller={controller} />
      )}
      <List
        caption="Institutions"
        file="institutions"
        columns={columnsFor(scopeOf(address))}
        keyOf={({ institution_id }) => institution_id}
        empty={
          <>
            <h2>{address.get("search") ? "No institution fits" : "No institution yet"}</h2>
            <p>
              {state.answer.operator
                ? "Add one that has a data API, or import a file of yours."
                : "The operator of this server adds institutions."}
            </p>
          </>
        }
        {...{ query, router }}
      />
    </>
  );
};

/** Sets the addresses that are notified of an institution's outage and recovery. */
export const AlertsCard = ({ controller }: { controller: Controller }) => {
  const { answer, failure } = useQuery<DashboardAlert>(controller, "alert/show", {});
  const action = useAction<DashboardAlert>(controller);
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "").trim();
    const body = {
      webhook: text("webhook"),
      email: text("email"),
      mail_users: form.has("mail_users"),
      remind_users: form.has("remind_users"),
    };
    void action.run("alert/set", body, savedText(body, answer?.sends_mail ?? false));
  };
  return (
    <section class="card alerts" aria-labelledby="alerts">
      <h2 id="alerts">Alerts</h2>
      <p class="lead">
        You are told when most requests to an institution fail, and when they succeed again. For
        each user who could not sign in meanwhile, the webhook of their Link session gets{" "}
        <code>INSTITUTION_AVAILABLE</code>.
      </p>
      {failure && (
        <p class="notice failure" role="status">
          {failure}
        </p>
      )}
      {answer && (
        <ForRole least="developer">
          <form onSubmit={submit} noValidate>
            <TextField
              name="webhook"
              id="alert-webhook"
              label="Webhook"
              type="url"
              initial={answer.webhook ?? ""}
              placeholder="https://shop.example/hook"
              maxLength={2000}
            />
            <TextField
              name="email"
              id="alert-email"
              label="E-mail"
              type="email"
              initial={answer.email ?? ""}
              placeholder="ops@shop.example"
              maxLength={254}
            />
            <Tick name="mail_users" initial={answer.mail_users}>
              Mail those users, too, whose <code>user.emailAddress</code> you gave to Link
            </Tick>
            <Tick name="remind_users" initial={answer.remind_users}>
              Remind users by mail 14, 7 and 1 days before their consent ends, and a day after their
              login broke
            </Tick>
            {!answer.sends_mail && (
              <p class="lead">
                This server sends no mail: it has no <code>SMTP_URL</code>. Webhooks are sent all
                the same.
              </p>
            )}
            <SaveRow action={action} look="button primary small" />
          </form>
        </ForRole>
      )}
    </section>
  );
};

/** Returns the success message, with a warning if no address of the client's own is notified of outages. */
function savedText(
  { webhook, email, mail_users }: { webhook: string; email: string; mail_users: boolean },
  sendsMail: boolean,
): string {
  if (webhook || email) return "Saved.";
  if (!mail_users) return "Saved. Outages are not reported.";
  return sendsMail
    ? "Saved. Those users are mailed, and you are not told of outages."
    : "Saved. Outages are not reported: this server sends no mail.";
}
