import type { DashboardClient } from "../../protocol/dashboard/dashboard.ts";
import type { ProductionChecklist as Checklist } from "../../protocol/dashboard/dashboard-overview.ts";
import type { Controller } from "../session/controller.ts";
import { hrefOf } from "../session/route.ts";
import { timeText } from "../ui/time.tsx";
import { ReadFailure, useQuery } from "../ui/use-query.tsx";

type ChecklistProps = {
  controller: Controller;
  client: DashboardClient;
  scope: URLSearchParams;
};

/**
 * A need of production with its state in words. The state is null if this server cannot know it.
 */
type Need = [isReady: boolean | null, href: string, name: string, state: string];

/** Lists the needs of a production server, each with its state on this server. */
export const ProductionChecklist = ({ controller, client, scope }: ChecklistProps) => {
  // The controller adds the client to the body. This field makes each client's query different.
  const body = scope.has("client") ? { client_id: client.client_id } : {};
  const query = useQuery<Checklist>(controller, "production-checklist", body);
  const needs = query.answer ? listNeeds(query.answer, scope) : [];
  const ready = needs.filter(([isReady]) => isReady).length;
  return (
    <>
      <p>
        {query.answer ? `${ready} of ${needs.length} ready on this server.` : ""}{" "}
        <a href="/docs/deployment">The guide</a>
      </p>
      <ReadFailure {...query} />
      <ul class="first-steps">
        {needs.map(([isReady, href, name, state]) => (
          <li key={name} class={isReady ? "done" : undefined}>
            <a href={href}>
              {name}
              <span class="visually-hidden">{STATES[`${isReady}`]}</span>
            </a>
            <small>{state}</small>
          </li>
        ))}
      </ul>
    </>
  );
};

const STATES = { true: ": ready", false: ": to do", null: ": not known here" };

const listNeeds = ({ keys, redirect_uris, server }: Checklist, scope: URLSearchParams): Need[] => [
  [
    keys,
    hrefOf("keys", scope),
    "Keys",
    keys
      ? "No secret is in a file of this server."
      : "The secret is in keys.json: keep it in your secret store, and remove the file.",
  ],
  [
    redirect_uris,
    hrefOf("settings", scope),
    "Redirect addresses",
    redirect_uris ? "Set." : "None yet: banks' own pages lead back to one.",
  ],
  ...(server ? needsOfServer(server) : []),
];

const needsOfServer = (server: NonNullable<Checklist["server"]>): Need[] => [
  [server.tls !== null, "/docs/deployment", "TLS", TLS[server.tls ?? "none"]],
  [
    server.master_key,
    "/docs/settings",
    "Master key",
    server.master_key
      ? "Set by SERVICE_LINK_MASTER_KEY."
      : "A file next to the store: set SERVICE_LINK_MASTER_KEY.",
  ],
  backupOf(server),
  [
    server.mail,
    "/docs/settings",
    "Mail",
    server.mail ? "A mail server is set." : "None is sent: set SMTP_URL and MAIL_FROM.",
  ],
];

const TLS = {
  certificate: "By this server's certificate.",
  proxy: "By the proxy in front.",
  none: "Off: this machine alone can reach the server.",
};

const backupOf = ({
  backed_up_at: at,
  backup_by_command: isByCommand,
}: NonNullable<Checklist["server"]>): Need => {
  const guide = "/docs/backup-and-upgrade";
  if (!isByCommand) return [null, guide, "Backup", "By the tools of the database."];
  return at === null
    ? [false, guide, "Backup", "None yet: service-link backup makes one."]
    : [true, guide, "Backup", `Last made on ${timeText(at)}.`];
};
