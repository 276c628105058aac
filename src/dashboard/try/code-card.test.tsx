import { render, screen, within } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { client } from "../client.fixture.ts";
import { CodeCard } from "./code-card.tsx";
import { configOf, firstOptions, type LinkOptions } from "./link-options.ts";

const open = (changes: Partial<LinkOptions> = {}, global = "Service") => {
  const options = { ...firstOptions(client), ...changes };
  const config = configOf(options, { key: "public-1", env: "sandbox" });
  render(
    <CodeCard
      shown={{ config, options, origin: "https://link.example", clientId: "client-1", global }}
    />,
  );
  return userEvent.setup();
};
const card = () => within(screen.getByRole("region", { name: "The code for it" }));
const code = () => screen.getByRole("region").querySelector("pre")?.textContent ?? "";
const kind = (name: string) => card().getByRole("button", { name });
const pressed = () =>
  card()
    .getAllByRole("button", { pressed: true })
    .map(({ textContent }) => textContent);

test("shows the server's code first, and the keyboard reaches that of the page", async () => {
  const user = open({ opener: "public_key" });
  expect(pressed()).toEqual(["Node"]);
  expect(code()).toContain('fetch("https://link.example/link/token/create"');
  card().getByText(/in place of the public_key.*theme.* no part of it/);
  kind("curl").focus();
  await user.keyboard(" ");
  expect(pressed()).toEqual(["curl"]);
  expect(code()).toMatch(/^curl https:\/\/link\.example\/link\/token\/create /);
  await user.tab();
  await user.keyboard("{Enter}");
  expect(pressed()).toEqual(["HTML"]);
  expect(code()).toMatch(/^<script src="https:\/\/link\.example\/link\.js">.*key: "public-1"/s);
  await user.tab();
  await user.keyboard("{Enter}");
  expect(pressed()).toEqual(["React"]);
  expect(code()).toContain('import { create } from "service-link";');
});

test("the code that is shown is copied", async () => {
  const user = open();
  await user.click(kind("Python"));
  await user.click(card().getByRole("button", { name: "Copy the code" }));
  await card().findByText("Copied");
  expect(await navigator.clipboard.readText()).toBe(code());
});

test("the code has the brand's name", async () => {
  const user = open({}, "Acme");
  await user.click(kind("HTML"));
  expect(code()).toContain("Acme.create({");
});

test("for a link token the page has a placeholder, and curl creates it", async () => {
  const user = open({ opener: "link_token", theme: "dark", redirectUri: "https://shop.example/b" });
  await user.click(kind("HTML"));
  expect(code()).toContain('token: "LINK_TOKEN"');
  expect(code()).toContain('theme: "dark"');
  expect(code()).not.toContain("public-1");
  card().getByText(/^LINK_TOKEN is the one that your server gets/);
  await user.click(kind("curl"));
  expect(code()).toContain('"redirect_uri": "https://shop.example/b"');
  expect(code()).not.toContain("dark");
});

test("with a pasted token there is nothing to create", async () => {
  const user = open({ opener: "token", token: "link-sandbox-1" });
  await user.click(kind("HTML"));
  expect(code()).toContain('token: "link-sandbox-1"');
  await user.click(kind("curl"));
  expect(code()).toMatch(/\/link\/token\/get .*"link_token": "link-sandbox-1"/s);
  card().getByText(/there is nothing to create/);
});
