import type { Page } from "./page.ts";

/** All pages but the first one, in the order of the navigation. */
export const PAGES: readonly Page[] = [
  {
    name: "clients",
    title: "Clients",
    isOperators: true,
    load: async () => (await import("./clients/clients-page.tsx")).ClientsPage,
  },
  {
    name: "white-label",
    title: "White label",
    load: async () => (await import("./white-label/white-label-page.tsx")).WhiteLabelPage,
  },
  {
    name: "sessions",
    title: "Link sessions",
    load: async () => (await import("./sessions/sessions-page.tsx")).SessionsPage,
  },
  {
    name: "items",
    title: "Items",
    load: async () => (await import("./items/items-page.tsx")).ItemsPage,
  },
  {
    name: "webhooks",
    title: "Webhooks",
    load: async () => (await import("./webhooks/webhooks-page.tsx")).WebhooksPage,
  },
  {
    name: "requests",
    title: "Requests",
    load: async () => (await import("./requests/requests-page.tsx")).RequestsPage,
  },
  {
    name: "usage",
    title: "Usage",
    load: async () => (await import("./usage/usage-page.tsx")).UsagePage,
  },
  {
    name: "institutions",
    title: "Institutions",
    load: async () => (await import("./institutions/institutions-page.tsx")).InstitutionsPage,
  },
  {
    name: "try",
    title: "Try Link",
    load: async () => (await import("./try/try-page.tsx")).TryPage,
  },
];
