import { screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import type { DashboardServerBrand } from "../../protocol/dashboard/dashboard.ts";
import {
  answers,
  deferredReply,
  failure,
  openAt,
  operatorAnswer,
  type Reply,
} from "../open-dashboard.fixture.tsx";

const NONE: DashboardServerBrand = {
  name: "Service",
  source: "default",
  stored_name: "",
  next_name: "Service",
};
/** The page also asks to choose a client. */
const NO_CLIENTS = answers({ rows: [], next: null });
const open = async (brand: Partial<DashboardServerBrand>, ...replies: Reply[]) => {
  const page = await openAt(
    "/dashboard/white-label",
    operatorAnswer(),
    NO_CLIENTS,
    answers({ ...NONE, ...brand }),
    ...replies,
  );
  await screen.findByLabelText("Name");
  return page;
};
const field = () => screen.getByLabelText<HTMLInputElement>("Name");
const save = () => screen.getByRole("button", { name: "Save" });

test("saves a name, with its consequences and the time from which it applies", async () => {
  const stored = answers({ ...NONE, stored_name: "Acme Bank", next_name: "Acme Bank" });
  const { reply, release } = deferredReply(stored);
  const { user, requests } = await open({}, reply);
  expect(field().value).toBe("");
  screen.getByText("The server is called Service now.");
  await user.type(field(), "Acme Bank ");
  for (const made of ["AcmeBank.create", "ACMEBANK-CLIENT-ID", "acmebanklink://"])
    expect(screen.getByText(made).tagName).toBe("CODE");
  await user.click(save());
  screen.getByRole("button", { name: "Saving…" });
  release();
  await screen.findByText("Saved.");
  expect(requests.at(-1)).toEqual(["/dashboard/api/server-brand/set", { name: "Acme Bank" }]);
  expect(field().value).toBe("Acme Bank");
  screen.getByText(/^The server is called Service until it is started again, and Acme Bank then\./);
});

test("shows a name that applies, and empties it", async () => {
  const brand = {
    name: "Acme",
    source: "dashboard",
    stored_name: "Acme",
    next_name: "Acme",
  } as const;
  const { user, requests } = await open(
    brand,
    answers({ ...brand, stored_name: "", next_name: "Service" }),
  );
  expect(field().value).toBe("Acme");
  screen.getByText("The server is called Acme now.");
  await user.clear(field());
  screen.getByText(/^Empty for the default/);
  await user.click(save());
  await screen.findByText(/called Acme until it is started again, and Service then/);
  expect(requests.at(-1)?.[1]).toEqual({ name: "" });
});

test("keeps a refused name, with the reason", async () => {
  const words = "The name must be up to 40 ASCII letters.";
  const { user } = await open({}, failure("INVALID_FIELD", { display_message: words }));
  await user.type(field(), "acme");
  await user.click(save());
  await screen.findByText(words);
  expect(field().value).toBe("acme");
});

test.each([
  ["--brand", "option"],
  ["SERVICE_BRAND", "variable"],
] as const)("a name that %s sets is shown and cannot be changed", async (source, kind) => {
  await open({ name: "Tally", source, stored_name: "Acme", next_name: "Tally" });
  expect(field()).toMatchObject({ value: "Tally", readOnly: true });
  expect(field().getAttribute("aria-describedby")).toBe("server-brand-note");
  expect(document.getElementById("server-brand-note")?.textContent).toContain(
    `The ${kind} ${source} sets it, and comes before the Dashboard.`,
  );
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
});

test("reads the name again if it could not be read", async () => {
  const { user } = await openAt(
    "/dashboard/white-label",
    operatorAnswer(),
    NO_CLIENTS,
    failure("INTERNAL_SERVER_ERROR"),
    answers({ ...NONE, stored_name: "Acme", next_name: "Acme" }),
  );
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  expect((await screen.findByLabelText<HTMLInputElement>("Name")).value).toBe("Acme");
});
