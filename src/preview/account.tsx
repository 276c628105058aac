import { signal } from "@preact/signals";
import { render } from "preact";
import { PORTAL_WORDS } from "../i18n/portal.ts";
import { App } from "../portal/app.tsx";
import { createController } from "../portal/controller.ts";
import type { Outcome } from "../portal/request.ts";
import { accentColors } from "../protocol/brand/client-brand.ts";
import type { ConnectionsAnswer, PersonConnection } from "../protocol/connections.ts";
import type { PreviewOptions, PreviewView } from "../protocol/dashboard/preview.ts";
import { linkError } from "../protocol/errors/errors.ts";
import { ACCOUNTS, BANKS } from "./samples.ts";

const VIEWS: readonly PreviewView[] = [
  { id: "from-link", group: "Signed in", title: "Connections, opened from Link" },
  { id: "from-mail", group: "Signed in", title: "Connections, opened from the mail" },
  { id: "none", group: "Signed in", title: "No connections" },
  { id: "mailed", group: "Signed out", title: "The link in the mail" },
  { id: "sign-in", group: "Signed out", title: "Sign-in" },
  { id: "expired", group: "Signed out", title: "Sign-in after an expired link" },
];

/** The address fragments that open these views. Other views have no fragment. */
const FRAGMENTS: Record<string, string> = { mailed: "mail.sample", expired: "sample" };

const OVER: Outcome = { kind: "error", error: linkError("INVALID_ACCOUNT_SESSION") };

/** A person's connections: the client's own connections, and one of another application. */
const sampleConnections = (options: PreviewOptions): PersonConnection[] => [
  sampleConnection("1", 0, options),
  { ...sampleConnection("2", 3, options), status: "paused" },
  {
    ...sampleConnection("3", 7, options),
    ...{ application: "Juniper Notes", brand: { accent: null, logo: null }, until: null },
  },
];

const sampleConnection = (
  id: string,
  bank: number,
  { name, look, products }: PreviewOptions,
): PersonConnection => {
  const colors = look.accent === null ? null : accentColors(look.accent);
  const { name: institution = "", color = "" } = BANKS[bank] ?? {};
  return {
    connection_id: id,
    application: name,
    brand: {
      accent: colors && { light: colors.light.accent, dark: colors.dark.accent },
      logo: look.logo,
    },
    institution: { name: institution, color, logo: null },
    status: "connected",
    accounts: ACCOUNTS.slice(0, 2).map(({ id: account, name, mask }) => ({
      account_id: `${id}-${account}`,
      name,
      mask,
    })),
    products: [...products],
    since: "2026-03-02T10:00:00.000Z",
    signed_in_at: "2026-11-24T12:00:00.000Z",
    until: "2027-05-23T12:00:00.000Z",
  };
};

/** Shows views of the account site, in front of a server with sample data. */
const start = (root: HTMLElement): void => {
  let options: PreviewOptions;
  let connections: PersonConnection[] = [];
  let reload = async (): Promise<void> => undefined;

  const answer = (): Outcome => ({
    kind: "success",
    answer: {
      email: options.view === "from-link" ? null : "ann@mail.example",
      connections,
      grants: null,
      grant_doors: [],
      session_ends_in: 900_000,
      request_id: "sample",
    } satisfies ConnectionsAnswer,
  });

  const respond = (path: string, body: Partial<Record<string, string>>): Outcome => {
    const { connection_id, account_id } = body;
    const change = (next: (connection: PersonConnection) => PersonConnection[]): void => {
      connections = connections.flatMap((each) =>
        each.connection_id === connection_id ? next(each) : each,
      );
    };
    if (path === "connection/end") change((each) => [{ ...each, status: "ended" }]);
    if (path === "connection/erase") change(() => []);
    if (path === "connection/stop-sharing")
      change(({ accounts, ...each }) => [
        { ...each, accounts: accounts.filter((account) => account.account_id !== account_id) },
      ]);
    if (path === "erase") return { kind: "success", answer: {} };
    const isOver =
      (path === "connections" && ["sign-in", "expired"].includes(options.view)) ||
      (path === "open" && options.view === "expired");
    return isOver ? OVER : answer();
  };

  const open = async (): Promise<void> => {
    const { view } = options;
    render(null, root);
    const controller = createController({
      language: "en",
      words: PORTAL_WORDS.en,
      request: async (path, body) => respond(path, { ...body }),
      startTimer: () => () => {},
    });
    reload = controller.reload;
    // The site is rendered after its start: it focuses the title of each later view, but the user
    // may be typing in the form.
    await controller.start(FRAGMENTS[view] ?? "");
    if (view !== options.view) return;
    render(<App controller={controller} offline={signal(false)} hasMail />, root);
    document.body.dataset.state = view;
  };

  window.preview = {
    views: VIEWS,
    show: (next) => {
      const isOther = options?.view !== next.view;
      options = next;
      document.documentElement.style.colorScheme = next.theme;
      const all = next.view === "none" ? [] : sampleConnections(next);
      connections = isOther
        ? all
        : connections.flatMap((each) => {
            const { application, brand } =
              all.find(({ connection_id }) => connection_id === each.connection_id) ?? each;
            return { ...each, application, brand };
          });
      void (isOther ? open() : reload());
    },
  };
};

const root = document.getElementById("root");
if (root) start(root);
