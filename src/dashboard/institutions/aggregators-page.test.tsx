import { screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import type { DashboardAggregators } from "../../protocol/dashboard/dashboard-aggregators.ts";
import { answers, openAt, operatorAnswer } from "../open-dashboard.fixture.tsx";

const NONE: DashboardAggregators = {
  aggregators: [],
  redirect_uri: "https://link.example/oauth/return",
  ways: { order: ["connection", "aggregator", "token"], asks: false },
};
const ONE: DashboardAggregators = {
  ...NONE,
  aggregators: [
    {
      ...{ aggregator_id: "enable-banking-1", application_id: "app-1", client_id: null },
      person: "aino@mail.example",
      ...{ address: "https://api.enablebanking.com", banks: 2400, read_at: 1_700_000_000_000 },
      problem: "the application is not active",
    },
  ],
};

test("an operator adds a key, and a wrong field says what is wrong", async () => {
  const { user } = await openAt(
    "/dashboard/institutions/aggregators",
    operatorAnswer(null),
    answers(NONE),
    answers({ banks: 0, problems: { key: "It is no private key." } }),
    answers({ banks: 2400, problems: {} }),
    answers(ONE),
  );
  const card = within(await screen.findByRole("region", { name: "Add a key at Enable Banking" }));
  card.getByText("https://link.example/oauth/return");
  await user.type(card.getByLabelText("Application ID"), "app-1");
  await user.type(card.getByLabelText("Private key"), "nothing");
  await user.click(card.getByRole("button", { name: "Save" }));
  await card.findByText("It is no private key.");
  await user.click(card.getByRole("button", { name: "Save" }));
  await card.findByText("2,400 banks are added.");
  const key = within(await screen.findByRole("region", { name: "Enable Banking" }));
  key.getByText("The application is not active.");
  key.getByText("aino@mail.example alone");
  expect(key.getByRole("button", { name: "Remove the key and its banks" })).toBeDefined();
});

test("an operator says which way leads to a bank that several ways lead to, and lets Link ask", async () => {
  const { user, requests } = await openAt(
    "/dashboard/institutions/aggregators",
    operatorAnswer(null),
    answers(NONE),
    answers({}),
  );
  const card = within(await screen.findByRole("region", { name: "One bank, several ways" }));
  await user.selectOptions(card.getByLabelText("Preferred way"), "an aggregator");
  await user.selectOptions(card.getByLabelText("In Link"), "The user is asked for the way");
  await user.click(card.getByRole("button", { name: "Save" }));
  await card.findByText("Saved.");
  expect(JSON.stringify(requests.at(-1))).toContain('"first":"aggregator","asks":true');
});
