import type { DashboardInstitution } from "../../protocol/dashboard-overview.ts";
import type { Page, PageProps } from "../page.ts";
import { hrefOf, scopeOf } from "../route.ts";
import { LazyPage } from "../shell/lazy-page.tsx";
import { Filters } from "../ui/filters.tsx";
import { type Column, List, listBody } from "../ui/list.tsx";
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
    name: "Chosen, 30 days",
    isNumber: true,
    sort: "chosen",
    cell: ({ chosen }) => (chosen === 0 ? "—" : chosen.toLocaleString("en")),
  },
  {
    name: "Connected",
    isNumber: true,
    sort: "conversion",
    cell: ({ chosen, connected }) =>
      chosen === 0
        ? "—"
        : `${connected.toLocaleString("en")} · ${Math.round((connected / chosen) * 100)} %`,
  },
  { name: "Countries", cell: ({ country_codes }) => country_codes.join(", ") },
  { name: "Products", cell: ({ products }) => products.join(", ") },
];

/** The pages below this one; no institution_id equals one of their names. */
const SUB_PAGES: readonly Page[] = [
  {
    name: "add",
    title: "Add an institution",
    load: async () => (await import("./connect/add-page.tsx")).AddPage,
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
      {state.view === "CLIENT" && (
        <AlertsCard key={state.answer.client.client_id} controller={controller} />
      )}
      {state.answer.operator && (
        <p class="actions">
          <a class="button primary small" href={hrefOf("institutions/add", scopeOf(address))}>
            Add an institution
          </a>
          <a class="button small" href={hrefOf("institutions/import", scopeOf(address))}>
            Import a file
          </a>
        </p>
      )}
      <Filters
        router={router}
        search={{ label: "Search", placeholder: "name or institution_id" }}
      />
      <List
        caption="Institutions"
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
