import type { DashboardRequest } from "../../protocol/dashboard/dashboard-traffic.ts";
import { hrefOf } from "../session/route.ts";
import { Badge } from "../ui/badge.tsx";
import type { Column } from "../ui/list.tsx";
import { ShortId } from "../ui/short-id.tsx";
import { durationText, Time } from "../ui/time.tsx";

/** Returns the columns of a list of requests. */
export const requestColumns = (scope: URLSearchParams): readonly Column<DashboardRequest>[] => [
  {
    name: "Request",
    cell: ({ request_id, path }) => (
      <a href={hrefOf(`requests/${encodeURIComponent(request_id)}`, scope)}>{path}</a>
    ),
  },
  {
    name: "request_id",
    isId: true,
    cell: ({ request_id }) => <ShortId id={request_id} name="request_id" />,
  },
  {
    name: "Result",
    isCode: true,
    cell: ({ status, error_code }) => (
      <>
        <Badge {...{ tone: status < 400 ? "plain" : "bad", text: `${status}` }} />
        {error_code && <small>{error_code}</small>}
      </>
    ),
  },
  {
    name: "Version",
    isMinor: true,
    textOf: ({ version }) => version ?? "",
    cell: ({ version }) => version ?? "—",
  },
  { name: "Took", sort: "latency", isNumber: true, cell: ({ ms }) => durationText(ms) },
  { name: "When", sort: "", cell: ({ at }) => <Time at={at} /> },
];
