import { OverviewPage } from "./overview/overview-page.tsx";
import type { Page } from "./session/page.ts";
import type { SignedInState } from "./session/state.ts";

/** All pages in the order of the navigation. */
export const PAGES: readonly Page[] = [
  {
    name: "overview",
    title: "Overview",
    icon: "M2 2h5v6H2zM9 2h5v3.5H9zM9 8h5v6H9zM2 10.5h5V14H2z",
    // Most visits begin on this page, so the page is in the first script.
    load: async () => OverviewPage,
  },
  {
    name: "clients",
    title: "Clients",
    icon: "M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM1.5 13.5c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4M10.5 2.800a2.5 2.5 0 0 1 0 4.5M12 9.800c1.600.5 2.5 1.900 2.5 3.700",
    isOperators: true,
    load: async () => (await import("./clients/clients-page.tsx")).ClientsPage,
  },
  {
    name: "requests",
    title: "Requests",
    group: "Activity",
    icon: "M2 5h11M10 2l3 3-3 3M14 11H3M6 8l-3 3 3 3",
    load: async () => (await import("./requests/requests-page.tsx")).RequestsPage,
  },
  {
    name: "webhooks",
    title: "Webhooks",
    group: "Activity",
    icon: "M3 8.5 13.5 2.5 10.5 13.5 7.5 9.5zM7.5 9.5l6-7",
    load: async () => (await import("./webhooks/webhooks-page.tsx")).WebhooksPage,
  },
  {
    name: "inbox",
    title: "Webhook inbox",
    group: "Activity",
    icon: "M2 9.500 4 3h8l2 6.500V13H2zM2 9.500h3.500l1 1.500h3l1-1.500H14",
    isSandbox: true,
    load: async () => (await import("./inbox/inbox-page.tsx")).InboxPage,
  },
  {
    name: "sessions",
    title: "Link sessions",
    group: "Activity",
    icon: "M2.5 2.5h11v8h-11zM5.5 13.5h5M8 10.5v3",
    load: async () => (await import("./sessions/sessions-page.tsx")).SessionsPage,
  },
  {
    name: "items",
    title: "Items",
    group: "Activity",
    icon: "M2 6.5 8 2.5l6 4zM3.5 6.5v6M8 6.5v6M12.5 6.5v6M2 13.5h12",
    load: async () => (await import("./items/items-page.tsx")).ItemsPage,
  },
  {
    name: "usage",
    title: "Usage",
    group: "Activity",
    icon: "M2.5 14V8.5M6.5 14V5M10.5 14v-4M14 14V2.5",
    load: async () => (await import("./usage/usage-page.tsx")).UsagePage,
  },
  {
    name: "institutions",
    title: "Institutions",
    group: "Set up",
    icon: "M2.5 14h11M3.5 14V2.5h6V14M9.5 6.5h3V14M5.5 5.5h2M5.5 8.5h2M5.5 11.5h2",
    load: async () => (await import("./institutions/institutions-page.tsx")).InstitutionsPage,
  },
  {
    name: "try",
    title: "Try Link",
    group: "Set up",
    icon: "M4 2.5 13 8l-9 5.5z",
    load: async () => (await import("./try/try-page.tsx")).TryPage,
  },
  {
    name: "white-label",
    title: "White label",
    group: "Set up",
    icon: "M8 1.5 14 5v6l-6 3.5L2 11V5zM2 5l6 3.5L14 5M8 8.5v6",
    load: async () => (await import("./white-label/white-label-page.tsx")).WhiteLabelPage,
  },
  {
    name: "keys",
    title: "API keys",
    group: "Set up",
    icon: "M5.5 14a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM8 8l5.500-5.500M11 5l2 2",
    load: async () => (await import("./keys/keys-page.tsx")).KeysPage,
  },
  {
    name: "people",
    title: "People",
    group: "Set up",
    icon: "M8 7.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM2.500 13.500c0-2.500 2.400-4 5.500-4s5.500 1.500 5.500 4",
    load: async () => (await import("./people/people-page.tsx")).PeoplePage,
  },
  {
    name: "audit",
    title: "Audit log",
    group: "Set up",
    icon: "M3.500 2h9v12h-9zM6 5.500h4M6 8h4M6 10.500h2.500",
    load: async () => (await import("./audit/audit-page.tsx")).AuditPage,
  },
  {
    name: "settings",
    title: "Settings",
    group: "Set up",
    icon: "M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6M8 4.5a2 2 0 1 0 4 0 2 2 0 0 0-4 0zM4 11.5a2 2 0 1 0 4 0 2 2 0 0 0-4 0z",
    load: async () => (await import("./settings/settings-page.tsx")).SettingsPage,
  },
];

/** Returns the name of the first page. */
export const homeOf = ({ view }: SignedInState): string =>
  view === "CLIENT" ? "overview" : "clients";
