import { cleanup, screen, within } from "@testing-library/preact";
import { expect, test, vi } from "vitest";
import type { IssuerMetadata } from "../../protocol/dashboard/dashboard-institutions.ts";
import type { DashboardInstitutionDetails } from "../../protocol/dashboard/dashboard-overview.ts";
import { answers, openAt, operatorAnswer, success } from "../open-dashboard.fixture.tsx";

const OWN: DashboardInstitutionDetails = {
  institution: {
    ...{ institution_id: "ins_700001", name: "Lantern Bank", country_codes: ["US"] },
    ...{ logo_shape: "arch", color: "#0b5c6b" },
    ...{
      products: ["auth"],
      oauth: true,
      health: "HEALTHY",
      logo: null,
      down_since: null,
      supported: true,
    },
    ...{ enabled: true, chosen: 0, connected: 0, url: null, is_own: true },
  },
  ...{ kinds: [], outages: [], live_items: 0, connection: null, own_token: null },
  transaction_ids: {
    move: false,
    moved: 0,
    moved_at: null,
    rebook: false,
    rebooked: 0,
    is_set: false,
  },
  funnel: { days: 30, sessions: 0, connected: 0, views: [], errors: [] },
};
const CONNECTED: DashboardInstitutionDetails = {
  ...OWN,
  connection: {
    ...{ issuer: "https://bank.example", client_id: "we", authentication: "client_secret_basic" },
    ...{ data_url: "https://bank.example/fdx/v6", scopes: null, resource: null, flow: "code" },
    ...{ connected_at: 1_700_000_000_000, requests_per_day: 4, requests_counted_by: "endpoint" },
    ...{ approach: "oauth", approaches: ["oauth"], dialect: "fdx", deviations: [] },
    ...{ dpop: false, dpop_by: "operator" as const },
    ...{ own_redirect_uri: true, has_client_secret: true, has_private_key: false },
    ...{
      certificate_until: null,
      seal_certificate_until: null,
      signs_requests: false,
      authorities: null,
    },
    security: "none",
  },
};
const METADATA: IssuerMetadata = {
  ...{ problem: null, authentications: ["private_key_jwt"], scopes: ["openid", "accounts:read"] },
  ...{ needed_scopes: ["openid", "accounts:read"], features: ["DPoP"] },
  endpoints: [{ name: "token_endpoint", url: "https://bank.example/token" }],
  problems: [
    {
      what: "offers PKCE with S256",
      found: "offers none",
      fix: "support it, and list S256",
      is_wrong: true,
    },
  ],
};
const NO_CHECK = { running: null, interrupted: null, last: null };
const DONE = { connected: true, institution_id: "ins_700001", problems: {} };
const paths = (requests: [string, unknown?][]) =>
  requests.map(([path]) => path.replace("/dashboard/api/", ""));

test("a new institution is added by its form, which reads its issuer's metadata", async () => {
  const { user, requests } = await openAt(
    "/dashboard/institutions/add",
    operatorAnswer(null),
    answers(METADATA),
    answers({
      ...{ ...DONE, connected: false },
      problems: { name: "It is missing.", requests_per_day: "It must be a whole number." },
    }),
    answers(DONE),
    answers(CONNECTED),
    answers(NO_CHECK),
  );
  const field = (name: string | RegExp) => screen.getByLabelText(name);
  await user.type(await screen.findByLabelText("Issuer"), "https://bank.example");
  await user.click(screen.getByRole("button", { name: "Read its metadata" }));
  const facts = within((await screen.findByText("lacks one thing")).closest("div") as HTMLElement);
  facts.getByText(/offers PKCE with S256: offers none/);
  facts.getByText("Fix: support it, and list S256");
  // A method that the issuer does not offer is no longer selected.
  screen.getByRole("option", { name: "Client secret, in a header (not offered)" });
  await user.type(field("Private key"), "KEY");
  await user.type(field("Our client id there"), "we");
  await user.type(field("Requests that it allows in 24 hours"), "many");
  await user.click(screen.getByRole("button", { name: "Add the institution" }));
  await screen.findByText("2 fields have to be mended.");
  const name = field("Name");
  expect(name.getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(name.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "It is missing.",
  );
  await user.type(name, "Lantern Bank");
  await user.click(screen.getByRole("button", { name: "Add the institution" }));
  await screen.findByRole("heading", { name: /Lantern Bank/ });
  expect(location.pathname).toBe("/dashboard/institutions/ins_700001");
  expect(requests[3]?.[1]).toEqual({
    ...{ institution_id: "", issuer: "https://bank.example", issued_client_id: "we" },
    ...{ dpop: "probe", dialect: "fdx", security: "none" },
    ...{ authentication: "private_key_jwt", private_key: "KEY" },
    ...{ requests_per_day: "many", requests_counted_by: "customer" },
    institution: {
      ...{ name: "Lantern Bank", url: "", country_codes: ["US"] },
      products: ["auth", "balance", "identity", "transactions"],
    },
  });
});

test("unreadable metadata is reported, and the form keeps its input", async () => {
  const { user } = await openAt(
    "/dashboard/institutions/add",
    operatorAnswer(null),
    answers({ ...METADATA, problem: "Its metadata responds 404.", problems: [] }),
  );
  await user.click(await screen.findByRole("button", { name: "Read its metadata" }));
  await screen.findByText("Its metadata is found by this address.");
  await user.type(screen.getByLabelText("Issuer"), "https://bank.example");
  await user.click(screen.getByRole("button", { name: "Read its metadata" }));
  await screen.findByText("Its metadata responds 404.");
  screen.getByText(/You can connect it all the same/);
});

test("a connection is shown without secrets, and an edit keeps secrets that are left empty", async () => {
  const { user, requests } = await openAt(
    "/dashboard/institutions/ins_700001",
    operatorAnswer(null),
    answers({ ...CONNECTED, live_items: 2 }),
    answers(NO_CHECK),
    answers(DONE),
    answers({
      ...CONNECTED,
      connection: { ...CONNECTED.connection, client_id: "we-two", connected_at: 1_800_000_000_000 },
    }),
  );
  const card = within(await screen.findByRole("region", { name: "Data API" }));
  card.getByText("4 in 24 hours, by endpoint");
  card.getByText(/oauth\/return\/ins_700001$/);
  await user.click(card.getByRole("button", { name: "Edit" }));
  card.getByText(/2 Items are linked there. They stay/);
  card.getByText("One is stored. Leave this empty to keep it.");
  card.getByRole("checkbox", { name: /has moved to another issuer. The users of the 2 Items/ });
  const id = card.getByLabelText("Our client id there");
  await user.clear(id);
  await user.type(id, "we-two");
  await user.click(card.getByRole("button", { name: "Save" }));
  await screen.findByRole("button", { name: "Edit" });
  await screen.findByText(/^Saved\./);
  await vi.waitFor(() => expect(requests).toHaveLength(5));
  await screen.findByText("we-two");
  expect(document.activeElement?.textContent).toBe("Data API");
  expect(requests[3]?.[1]).toEqual({
    ...{ institution_id: "ins_700001", issuer: "https://bank.example" },
    ...{ dpop: "off", dialect: "fdx", security: "none" },
    ...{ issued_client_id: "we-two", authentication: "client_secret_basic" },
    ...{ data_url: "https://bank.example/fdx/v6", requests_per_day: "4" },
    ...{ requests_counted_by: "endpoint", own_redirect_uri: true, authorities: "" },
    deviations: "",
    keep_secrets: true,
  });
});

test("the approach of a connection is shown in words, and chosen among those of its dialect", async () => {
  const connection = {
    ...CONNECTED.connection,
    ...{ approach: "redirect", approaches: ["oauth", "redirect", "decoupled"] },
  };
  const { user, requests } = await openAt(
    "/dashboard/institutions/ins_700001",
    operatorAnswer(null),
    answers({ ...CONNECTED, connection }),
    answers(NO_CHECK),
    answers(DONE),
    answers({ ...CONNECTED, connection: { ...connection, approach: "decoupled" } }),
    answers(NO_CHECK),
  );
  const card = within(await screen.findByRole("region", { name: "Data API" }));
  card.getByText("at its site, without OAuth");
  await user.click(card.getByRole("button", { name: "Edit" }));
  const select = card.getByLabelText("Its users authorize a consent");
  await user.selectOptions(select, "in its app");
  await user.click(card.getByRole("button", { name: "Save" }));
  await screen.findByText("in its app");
  expect(requests[3]?.[1]).toMatchObject({ approach: "decoupled" });
});

test("the deviations of a bank are shown, and edited one on a line", async () => {
  const connection = { ...CONNECTED.connection, dialect: "uk", deviations: ["period=none"] };
  const changed = { ...connection, deviations: ["period=none", "lacks=identity"] };
  const { user, requests } = await openAt(
    "/dashboard/institutions/ins_700001",
    operatorAnswer(null),
    answers({ ...CONNECTED, connection }),
    answers(NO_CHECK),
    answers(DONE),
    answers({ ...CONNECTED, connection: changed }),
    answers(NO_CHECK),
  );
  const card = within(await screen.findByRole("region", { name: "Data API" }));
  card.getByText("uk");
  card.getByText("period=none");
  await user.click(card.getByRole("button", { name: "Edit" }));
  const field = card.getByLabelText("Deviations of the bank from its standard");
  await user.type(field, "\nlacks=identity");
  await user.click(card.getByRole("button", { name: "Save" }));
  await screen.findByText("period=none, lacks=identity");
  expect(requests[3]?.[1]).toMatchObject({ deviations: "period=none\nlacks=identity" });
});

test("disconnecting first explains the effect on the institution's Items", async () => {
  const { user, requests } = await openAt(
    "/dashboard/institutions/ins_700001",
    operatorAnswer(null),
    answers(CONNECTED),
    answers(NO_CHECK),
    answers({ disconnected: true }),
    answers(OWN),
  );
  await user.click(await screen.findByRole("button", { name: "Disconnect…" }));
  screen.getByText(/^No Item is linked there. Users can no longer connect there/);
  await user.click(screen.getByRole("button", { name: "Yes, disconnect it" }));
  await screen.findByRole("button", { name: "Connect" });
  screen.getByText("It is not connected any more.");
  expect(document.activeElement?.textContent).toBe("Data API");
  expect(paths(requests).slice(1)).toEqual([
    "institutions/show",
    "institutions/check/show",
    "institutions/disconnect",
    "institutions/show",
  ]);
});

test("an institution with live Items can be neither disconnected nor removed", async () => {
  const { user } = await openAt(
    "/dashboard/institutions/ins_700001",
    operatorAnswer(null),
    answers({ ...CONNECTED, live_items: 1 }),
    answers(NO_CHECK),
  );
  await user.click(await screen.findByRole("button", { name: "Disconnect…" }));
  screen.getByText(/^One Item is linked there, and could not be read any more/);
  expect(screen.queryByRole("button", { name: "Yes, disconnect it" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Remove…" })).toBeNull();
  screen.getByText(/^One Item is linked there, so that it cannot be removed/);
});

test("an institution is removed, and the list is shown", async () => {
  const { user, requests } = await openAt(
    "/dashboard/institutions/ins_700001",
    operatorAnswer(null),
    answers(OWN),
    answers({ removed: true }),
    answers({ rows: [], next: null }),
  );
  await user.click(await screen.findByRole("button", { name: "Remove…" }));
  await user.click(screen.getByRole("button", { name: "Yes, remove it" }));
  await screen.findByText("No institution yet");
  expect(requests[2]).toEqual([
    "/dashboard/api/institutions/remove",
    { institution_id: "ins_700001" },
  ]);
});

test("a client sees neither an institution's connection nor a form to add one", async () => {
  await openAt(
    "/dashboard/institutions/ins_700001",
    success(),
    answers({ ...OWN, live_items: null, institution: { ...OWN.institution, is_own: false } }),
  );
  await screen.findByRole("heading", { name: /Lantern Bank/ });
  expect(screen.queryByRole("region", { name: "Data API" })).toBeNull();
});

test("a bank by its users' own tokens shows its address in place of a data API's form", async () => {
  const own_token = {
    ...{ protocol: "token" as const, base: "https://api.bank.example/v1" },
    requests_per_day: 1000,
  };
  const show = (shown: DashboardInstitutionDetails["own_token"]) =>
    openAt(
      "/dashboard/institutions/ins_700001",
      operatorAnswer(null),
      answers({ ...OWN, own_token: shown }),
    );
  await show({ ...own_token, protocol: "fints" });
  within(await screen.findByRole("region", { name: "FinTS" })).getByText(/import-fints/);
  cleanup();
  await show(own_token);
  const card = within(await screen.findByRole("region", { name: "Tokens of its users" }));
  card.getByText("https://api.bank.example/v1");
  card.getByText("1,000 in 24 hours for each login");
  expect(screen.queryByLabelText("Issuer")).toBeNull();
});
