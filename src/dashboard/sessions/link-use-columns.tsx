import type { DashboardLinkUse } from "../../protocol/dashboard/dashboard-traffic.ts";
import { hrefOf } from "../session/route.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Breakable } from "../ui/breakable.tsx";
import type { Column } from "../ui/list.tsx";
import { ShortId } from "../ui/short-id.tsx";
import { durationText, Time } from "../ui/time.tsx";

const OUTCOMES: Record<DashboardLinkUse["outcome"], [Tone, string]> = {
  running: ["plain", "Under way"],
  connected: ["plain", "Connected"],
  exited: ["warn", "Left"],
  expired: ["plain", "Expired"],
};

/** The furthest step of a use of Link, in words. */
export const REACHED: Record<DashboardLinkUse["reached"], string> = {
  opened: "Link was opened",
  institution: "An institution was chosen",
  login: "Signed in, or reached a challenge",
  accounts: "Saw the accounts",
  connected: "Connected",
};

/** The furthest step of a use of Link in a word, for a column. */
const STEPS: Record<DashboardLinkUse["reached"], string> = {
  opened: "Opened",
  institution: "Institution",
  login: "Login",
  accounts: "Accounts",
  connected: "Connected",
};

/** Shows the outcome of a use of Link. */
export const LinkUseBadge = ({ outcome }: Pick<DashboardLinkUse, "outcome">) => {
  const [tone, text] = OUTCOMES[outcome];
  return <Badge {...{ tone, text }} />;
};

/** Returns the columns of the list of Link sessions. */
export const linkUseColumns = (scope: URLSearchParams): readonly Column<DashboardLinkUse>[] => [
  {
    name: "Session",
    isName: true,
    cell: ({ link_session_id, institution_name, update_mode }) => (
      <>
        <a href={hrefOf(`sessions/${encodeURIComponent(link_session_id)}`, scope)}>
          {institution_name ?? "No institution yet"}
        </a>
        {update_mode && <small>update mode</small>}
      </>
    ),
  },
  {
    name: "link_session_id",
    isId: true,
    cell: ({ link_session_id }) => <ShortId id={link_session_id} name="link_session_id" />,
  },
  {
    name: "Outcome",
    sort: "outcome",
    textOf: ({ outcome }) => OUTCOMES[outcome][1],
    cell: ({ outcome }) => <LinkUseBadge outcome={outcome} />,
  },
  {
    name: "Reached",
    textOf: ({ reached }) => STEPS[reached],
    cell: ({ reached }) => STEPS[reached],
  },
  {
    name: "Last error",
    isMinor: true,
    isCode: true,
    textOf: ({ error_code }) => error_code ?? "",
    cell: ({ error_code }) => <Breakable text={error_code ?? "—"} />,
  },
  {
    name: "Took",
    isMinor: true,
    isNumber: true,
    cell: ({ started_at, seen_at }) => durationText(Math.max(0, seen_at - started_at)),
  },
  { name: "Began", sort: "", cell: ({ started_at }) => <Time at={started_at} /> },
];
