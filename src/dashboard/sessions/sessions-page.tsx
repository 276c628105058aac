import type { DashboardVisit } from "../../protocol/dashboard-traffic.ts";
import type { PageProps } from "../page.ts";
import { scopeOf } from "../route.ts";
import { Filters } from "../ui/filters.tsx";
import { List, listBody } from "../ui/list.tsx";
import { useQuery } from "../ui/use-query.ts";
import { FunnelCard } from "./funnel-card.tsx";
import { visitColumns } from "./visit-columns.tsx";
import { VisitDetails } from "./visit-details.tsx";

const OUTCOMES = {
  "": "All",
  running: "Under way",
  connected: "Connected",
  exited: "Left",
  expired: "Expired",
};

/** Uses of Link: where people leave, the list of them, or one of them. */
export const SessionsPage = (props: PageProps) => {
  const { id } = props.router.route.value;
  return id === null ? <Visits {...props} /> : <VisitDetails key={id} {...props} id={id} />;
};

const Visits = ({ controller, router }: PageProps) => {
  const { query: address } = router.route.value;
  const query = useQuery<{ rows: DashboardVisit[]; next: string | null }>(
    controller,
    "sessions",
    {
      ...listBody(address),
      ...(address.get("outcome") && { outcome: address.get("outcome") }),
    },
    5000,
  );
  return (
    <>
      <FunnelCard controller={controller} client={address.get("client")} />
      <Filters
        router={router}
        choices={[{ name: "outcome", label: "Outcome", choices: OUTCOMES }]}
      />
      <List
        caption="Link sessions"
        columns={visitColumns(scopeOf(address))}
        keyOf={({ link_session_id }) => link_session_id}
        empty={
          <>
            <h2>No session here</h2>
            <p>
              Each time that a page opens Link, a session begins, and is here within a second or so
              with all that happens in it. Sessions are listed for 30 days.
            </p>
          </>
        }
        {...{ query, router }}
      />
    </>
  );
};
