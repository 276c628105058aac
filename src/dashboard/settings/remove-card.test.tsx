import { screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import {
  answers,
  deferredReply,
  failure,
  openAt,
  operatorAnswer,
} from "../open-dashboard.fixture.tsx";

const card = () => within(screen.getByRole("region", { name: "Remove this client" }));

test("a client is removed after its client_id is typed, and the list of clients is shown", async () => {
  const { user, requests } = await openAt(
    "/dashboard/settings?client=client-1",
    operatorAnswer({}),
    failure("INVALID_FIELD", { display_message: "It has 1 live Item: nothing was removed." }),
    answers({ live_items: 1 }),
  );
  const field = await screen.findByLabelText("Type client-1 to remove it");
  await user.type(field, "client{Enter}");
  await card().findByText("Type its client_id, letter by letter.");
  expect(requests).toHaveLength(1);
  await user.type(field, "-1{Enter}");
  await card().findByText("It has 1 live Item: nothing was removed.");
  await user.click(card().getByRole("checkbox"));
  await user.click(card().getByRole("button", { name: "Remove for good" }));
  await screen.findByRole("heading", { name: "Clients" });
  const body = { id: "client-1", confirm: "client-1", client_id: "client-1" };
  expect(requests.slice(1, 3)).toEqual([
    ["/dashboard/api/clients/remove", { ...body, with_items: false }],
    ["/dashboard/api/clients/remove", { ...body, with_items: true }],
  ]);
  expect(location.pathname + location.search).toBe("/dashboard/clients");
});

test("a removal leaves a user who has gone to another page there", async () => {
  const removal = deferredReply(answers({ live_items: 0 }));
  const list = deferredReply(failure("INTERNAL_SERVER_ERROR"));
  const { user } = await openAt(
    "/dashboard/settings?client=client-1",
    operatorAnswer({}),
    removal.reply,
    list.reply,
  );
  await user.type(await screen.findByLabelText("Type client-1 to remove it"), "client-1{Enter}");
  await user.click(screen.getByRole("link", { name: "Items" }));
  await screen.findByRole("heading", { name: "Items" });
  removal.release();
  // The response to a later request comes later.
  list.release();
  await screen.findByRole("button", { name: "Try again" });
  expect(location.pathname).toBe("/dashboard/items");
});
