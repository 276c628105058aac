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

test("shows HTML first, and the keyboard reaches the other two tabs", async () => {
  const user = open();
  expect(pressed()).toEqual(["HTML"]);
  expect(code()).toMatch(/^<script src="https:\/\/link\.example\/link\.js">.*key: "public-1"/s);
  await user.tab();
  expect(document.activeElement).toBe(kind("HTML"));
  await user.tab();
  await user.keyboard("{Enter}");
  expect(pressed()).toEqual(["React"]);
  expect(code()).toContain('import { create } from "service-link";');
  await user.tab();
  await user.keyboard(" ");
  expect(pressed()).toEqual(["curl"]);
  expect(code()).toMatch(/^curl https:\/\/link\.example\/link\/token\/create /);
  card().getByText(/theme.* no part of it/);
});

test("the code has the brand's name", () => {
  open({}, "Acme");
  expect(code()).toContain("Acme.create({");
});

test("for a link token the page has a placeholder, and curl creates it", async () => {
  const user = open({ opener: "link_token", theme: "dark", redirectUri: "https://shop.example/b" });
  expect(code()).toContain('token: "LINK_TOKEN"');
  expect(code()).toContain('theme: "dark"');
  expect(code()).not.toContain("public-1");
  card().getByText(/^LINK_TOKEN stands for what your server is answered/);
  await user.click(kind("curl"));
  expect(code()).toContain('"redirect_uri": "https://shop.example/b"');
  expect(code()).not.toContain("dark");
});

test("with a pasted token there is nothing to create", async () => {
  const user = open({ opener: "token", token: "link-sandbox-1" });
  expect(code()).toContain('token: "link-sandbox-1"');
  await user.click(kind("curl"));
  expect(code()).toMatch(/\/link\/token\/get .*"link_token": "link-sandbox-1"/s);
  card().getByText(/there is nothing to create/);
});
