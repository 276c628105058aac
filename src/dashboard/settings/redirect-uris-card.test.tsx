import { screen, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import { deferredReply, failure, openClient, success } from "../open-dashboard.fixture.tsx";

const URI = "https://shop.example/return";
const card = () => within(screen.getByRole("region", { name: "Redirect URIs" }));
const field = () => card().getByLabelText<HTMLInputElement>("Add a redirect URI");

test("a redirect URI is added and removed by keyboard", async () => {
  const { user, requests } = await openClient({}, success({ redirect_uris: [URI] }), success());
  card().getByText("No redirect URI is registered yet.");
  await user.type(field(), `${URI}{Enter}`);
  await card().findByText(`${URI} is registered.`);
  expect(field().value).toBe("");
  await user.click(card().getByRole("button", { name: `Remove ${URI}` }));
  await card().findByText(`${URI} is removed.`);
  expect(document.activeElement).toBe(field());
  expect(requests.slice(1)).toEqual([
    ["/dashboard/api/redirect-uri/allow", { uri: URI }],
    ["/dashboard/api/redirect-uri/disallow", { uri: URI }],
  ]);
});

test("a removal does not move the focus of a user who types elsewhere by then", async () => {
  const removal = deferredReply(success());
  const { user } = await openClient({ redirect_uris: [URI] }, removal.reply);
  await user.click(card().getByRole("button", { name: `Remove ${URI}` }));
  const elsewhere = screen.getByLabelText("Add an origin");
  await user.type(elsewhere, "https://");
  removal.release();
  await card().findByText(`${URI} is removed.`);
  expect(document.activeElement).toBe(elsewhere);
});

test("an invalid redirect URI stays in its field, next to its problem", async () => {
  const problem = "A redirect URI must have no query and no fragment.";
  const { user, requests } = await openClient(
    { redirect_uris: [URI] },
    failure("INVALID_FIELD", { display_message: problem }),
  );
  await user.type(field(), `${URI}?x=1{Enter}`);
  await card().findByText(problem);
  expect([field().value, field().getAttribute("aria-invalid")]).toEqual([`${URI}?x=1`, "true"]);
  await user.clear(field());
  expect(card().queryByText(problem)).toBeNull();
  expect(field().getAttribute("aria-invalid")).toBe("false");
  await user.type(field(), "{Enter}");
  await card().findByText("Write an address, like https://shop.example/return.");
  await user.type(field(), `${URI}{Enter}`);
  await card().findByText(`${URI} is registered already.`);
  expect(requests).toHaveLength(2);
});
