import { cleanup, screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import { words as enConsent } from "../../i18n/en/rare/consent.ts";
import type { ConsentOffer } from "../../protocol/link/login-form.ts";
import { loginForm, openLink, toForm, toUpdate } from "./open-link.fixture.tsx";
import { formatDay } from "./texts.ts";

const offer: ConsentOffer = {
  version: enConsent.version,
  scope: ["transactions", "identity"],
  days: 180,
  terms_url: "https://acorn.example/terms",
  privacy_url: "https://acorn.example/privacy",
};

test("a consent names the reader, the data, its duration, and how to end it", () => {
  openLink(...toForm(loginForm({ consent: offer })));
  const title = screen.getByRole("heading", { level: 1, name: "Share your data with Acme?" });
  expect(document.activeElement).toBe(title);
  screen.getByText("For 180 days, Acme asks to read this from Acorn Bank, and nothing else:");
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Accounts and balancesTheir names, kinds and what they hold.",
    "TransactionsWhat you paid and received in the last 24 months.",
    "Your detailsYour name, addresses, email and phone numbers, as your institution knows them.",
  ]);
  screen.getByRole("heading", { level: 2, name: "For how long" });
  screen.getByText(
    `Until ${formatDay("en", 180, Date.now())}. After that day you are asked again.`,
  );
  screen.getByRole("heading", { level: 2, name: "How to stop it" });
  screen.getByText(
    /^You can withdraw your consent at any time: by “See or stop sharing” at the end, or tell Acme or Acorn Bank\./,
  );
});

test("a consent names the operator, unless that is the application", () => {
  openLink(...toForm(loginForm({ consent: { ...offer, operator: "Acorn Systems" } })));
  screen.getByText("This window is run by Acorn Systems.");
  cleanup();
  openLink(...toForm(loginForm({ consent: offer })));
  expect(screen.queryByText(/^This window is run by/)).toBeNull();
});

test("the terms and the privacy policy open in a tab that knows nothing of this one", () => {
  openLink(...toForm(loginForm({ consent: offer })));
  const links = ["Terms", "Privacy policy"].map((name) =>
    screen.getByRole<HTMLAnchorElement>("link", { name: `${name} (opens in a new tab)` }),
  );
  expect(links.map(({ href }) => href)).toEqual([offer.terms_url, offer.privacy_url]);
  expect(links.map(({ target, rel }) => `${target} ${rel}`)).toEqual(
    Array(2).fill("_blank noopener noreferrer"),
  );
});

test("one press agrees", async () => {
  const { user, sent } = openLink(...toForm(loginForm({ consent: offer })));
  await user.click(screen.getByRole("button", { name: "Agree and continue" }));
  expect(sent).toEqual([{ type: "consent.given" }]);
});

test("refusing takes one press, and leads to the choice of another institution", async () => {
  const { user, sent } = openLink(...toForm(loginForm({ consent: offer })));
  await user.click(screen.getByRole("button", { name: "Choose another institution" }));
  expect(sent).toEqual([{ type: "back.requested" }]);
  screen.getByRole("heading", { name: "Select your institution" });
});

test("in update mode refusing leaves Link", async () => {
  const { user, sent } = openLink(...toUpdate(loginForm({ consent: offer })));
  await user.click(screen.getByRole("button", { name: "Do not agree" }));
  expect(sent).toEqual([{ type: "exit.requested" }]);
});

test("a consent whose text Link does not have cannot be agreed to", () => {
  openLink(...toForm(loginForm({ consent: { ...offer, version: "2031-01" } })));
  const text = "This page is out of date. Please close this window and start again.";
  expect(screen.getByRole("alert").textContent).toBe(text);
  expect(screen.queryByRole("button", { name: "Agree and continue" })).toBeNull();
  screen.getByRole("button", { name: "Choose another institution" });
});
