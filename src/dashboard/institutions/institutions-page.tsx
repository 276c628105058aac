import type { DashboardInstitution } from "../../protocol/dashboard-overview.ts";
import { command } from "../brand.ts";
import type { PageProps } from "../page.ts";
import { hrefOf, scopeOf } from "../route.ts";
import { Filters } from "../ui/filters.tsx";
import { type Column, List } from "../ui/list.tsx";
import { useQuery } from "../ui/use-query.ts";
import { AlertsCard } from "./alerts-card.tsx";
import { InstitutionBadge } from "./institution-badge.tsx";
import { InstitutionDetails } from "./institution-details.tsx";

const columnsFor = (scope: URLSearchParams): readonly Column<DashboardInstitution>[] => [
  {
    name: "Institution",
    cell: ({ institution_id, name, oauth }) => (
      <>
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
    cell: (row) => <InstitutionBadge {...row} />,
  },
  {
    name: "Connected, 30 days",
    isNumber: true,
    cell: ({ chosen, connected }) => (chosen === 0 ? "—" : `${connected} of ${chosen}`),
  },
  { name: "Countries", cell: ({ country_codes }) => country_codes.join(", ") },
  { name: "Products", cell: ({ products }) => products.join(", ") },
];

/** Institutions: the list, or one of them. */
export const InstitutionsPage = (props: PageProps) => {
  const { id } = props.router.route.value;
  return id === null ? (
    <Institutions {...props} />
  ) : (
    <InstitutionDetails key={id} {...props} id={id} />
  );
};

/** The institutions that can be linked, and how each does in Link. */
const Institutions = ({ state, controller, router }: PageProps) => {
  const { query: address } = router.route.value;
  const query = useQuery<{ rows: DashboardInstitution[]; next: string | null }>(
    controller,
    "institutions",
    {
      search: address.get("search") ?? "",
      ...(address.get("after") && { after: address.get("after") }),
    },
  );
  return (
    <>
      {state.view === "CLIENT" && (
        <AlertsCard key={state.answer.client.client_id} controller={controller} />
      )}
      <Filters
        router={router}
        hasOrder={false}
        search={{ label: "Search", placeholder: "name or institution_id" }}
      />
      <List
        caption="Institutions"
        columns={columnsFor(scopeOf(address))}
        keyOf={({ institution_id }) => institution_id}
        empty={
          <>
            <h2>No institution fits</h2>
            <p>
              Add your own with the command <code>{command("institutions import FILE")}</code>, and
              connect one to its data API with <code>{command("institutions connect")}</code>.
            </p>
          </>
        }
        {...{ query, router }}
      />
    </>
  );
};
