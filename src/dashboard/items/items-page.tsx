import type {
  DashboardItem,
  DashboardItemInstitutions,
} from "../../protocol/dashboard/dashboard-items.ts";
import type { PageProps } from "../session/page.ts";
import { hrefOf, withQuery } from "../session/route.ts";
import { Filters } from "../ui/filters.tsx";
import { type Column, List, listBody } from "../ui/list.tsx";
import { ListWithDetails } from "../ui/list-with-details.tsx";
import { ShortId } from "../ui/short-id.tsx";
import { Time } from "../ui/time.tsx";
import { useQuery } from "../ui/use-query.tsx";
import { ItemBadge, ItemDetails, itemStateText } from "./item-details.tsx";

const STATES = { "": "Live", error: "With an error", removed: "Removed" };

/** Items: the list, or one of them. */
export const ItemsPage = (props: PageProps) => {
  const { id } = props.router.route.value;
  return (
    <ListWithDetails
      router={props.router}
      list={<Items {...props} />}
      details={id !== null && <ItemDetails key={id} {...props} id={id} />}
    />
  );
};

const Items = ({ state, controller, router }: PageProps) => {
  const { query: address } = router.route.value;
  const query = useQuery<{ rows: DashboardItem[]; next: string | null }>(controller, "items", {
    ...listBody(address),
    ...(address.get("state") && { state: address.get("state") }),
    ...(address.get("search") && { institution_id: address.get("search") }),
    ...(address.get("user") && { user_id: address.get("user") }),
  });
  const client = address.get("client");
  const { answer: known } = useQuery<DashboardItemInstitutions>(
    controller,
    "items/institutions",
    // The controller adds the client to the body. This field makes each client's query different.
    client === null ? {} : { client_id: client },
  );
  const institutions = known ? known.institutions : [];
  if (address.has("user"))
    return (
      <>
        <p class="selected">
          Items of the user <code>{address.get("user")}</code>{" "}
          <a href={hrefOf("items", withQuery(address, { user: "" }))}>Show all Items</a>
        </p>
        <List
          caption="Items of the user"
          file="items"
          hasOrder={false}
          columns={columnsFor(state.view === "OPERATOR", address)}
          keyOf={({ item_id }) => item_id}
          empty={<p>This user has no live Item.</p>}
          {...{ query, router }}
        />
      </>
    );
  return (
    <>
      <Filters
        router={router}
        {...(institutions === null && {
          search: { label: "Institution", placeholder: "institution_id, like ins_109508" },
        })}
        choices={[
          ...(institutions === null
            ? []
            : [
                {
                  name: "search",
                  label: "Institution",
                  choices: institutionChoices(institutions, address.get("search")),
                },
              ]),
          { name: "state", label: "State", choices: STATES },
        ]}
      />
      <List
        caption="Items"
        file="items"
        columns={columnsFor(state.view === "OPERATOR", address)}
        keyOf={({ item_id }) => item_id}
        empty={
          <>
            <h2>No Item here</h2>
            <p>
              An Item is one login of a user at an institution. Link makes it, and your server
              trades its public token for an access token with{" "}
              <code>/item/public_token/exchange</code>.
            </p>
          </>
        }
        {...{ query, router }}
      />
    </>
  );
};

/** Returns all institutions with Items, and the institution in the address. */
const institutionChoices = (
  institutions: readonly { id: string; name: string }[],
  chosen: string | null,
): Record<string, string> => ({
  "": "All",
  ...(chosen && { [chosen]: chosen }),
  ...Object.fromEntries(institutions.map(({ id, name }) => [id, name])),
});

const columnsFor = (
  isOverall: boolean,
  scope: URLSearchParams,
): readonly Column<DashboardItem>[] => [
  {
    name: "Item",
    isName: true,
    cell: ({ item_id, institution_name }) => (
      <a href={hrefOf(`items/${encodeURIComponent(item_id)}`, scope)}>{institution_name}</a>
    ),
  },
  { name: "item_id", isId: true, cell: ({ item_id }) => <ShortId id={item_id} name="item_id" /> },
  {
    name: "State",
    isState: true,
    textOf: itemStateText,
    cell: ({ state, error_code }) => (
      <>
        <ItemBadge state={state} />
        {error_code && error_code !== "ITEM_LOGIN_REQUIRED" && <small>{error_code}</small>}
      </>
    ),
  },
  ...(isOverall
    ? [
        {
          name: "Client",
          isMinor: true,
          textOf: (row: DashboardItem) => row.client_name ?? row.client_id,
          cell: (row: DashboardItem) => <bdi>{row.client_name ?? row.client_id}</bdi>,
        },
      ]
    : []),
  {
    name: "Products",
    isMinor: true,
    isCode: true,
    textOf: ({ products }) => products.join(", "),
    cell: ({ products }) => (
      <span title={products.join(", ")}>
        {products.slice(0, 2).join(", ")}
        {products.length > 2 && ` +${products.length - 2}`}
      </span>
    ),
  },
  {
    name: "Last pull",
    cell: ({ pulled_at }) => (pulled_at === null ? "—" : <Time at={pulled_at} />),
  },
  { name: "Linked", sort: "", cell: ({ created_at }) => <Time at={created_at} /> },
];
