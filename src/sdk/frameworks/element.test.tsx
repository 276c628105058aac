import { expect, onTestFinished, test, vi } from "vitest";
import "./element.ts";
import {
  framesInPage,
  isLinkOpen,
  linkToken,
  meetFrame,
  ORIGIN,
  openPage,
} from "./link-frame.fixture.ts";

/**
 * Adds HTML to the page until the end of the test, and runs the work that its elements scheduled.
 */
const show = async (html: string) => {
  const page = openPage();
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = html;
  onTestFinished(async () => {
    container.remove();
    await settle();
  });
  await settle();
  const element = container.querySelector("service-link");
  if (!element) throw new Error("there is no element");
  const events: [string, unknown][] = [];
  for (const name of ["success", "exit", "event", "load", "error"] as const)
    element.addEventListener(name, ({ detail }) => events.push([name, detail]));
  return { ...page, container, element, events, button: () => container.querySelector("button") };
};

const settle = () => Promise.resolve();

const HTML = `<service-link origin="${ORIGIN}" token="${linkToken()}"><button>Connect</button></service-link>`;

test("a click on its button opens Link, and callbacks are its events", async () => {
  const { becomeIdle, button, element, events } = await show(HTML);
  becomeIdle();
  expect(element.ready).toBe(true);
  button()?.click();
  expect(isLinkOpen()).toBe(true);
  const { config, ready, say, succeed } = meetFrame();
  expect(config).toEqual({ token: linkToken() });
  ready();
  say({ type: "event", name: "OPEN", metadata: { link_session_id: "s" } });
  succeed();
  expect(events).toEqual([
    ["load", null],
    ["event", { name: "OPEN", metadata: { link_session_id: "s" } }],
    ["success", { publicToken: "public-sandbox-1", metadata: expect.anything() }],
  ]);
});

test("attributes are the options in kebab case, with lists; properties take the rest", async () => {
  const { becomeIdle, element } = await show(
    `<service-link origin="${ORIGIN}" key="k" env="sandbox" client-name="Shop" product="auth, transactions" country-codes="GB FR" language="fr"></service-link>`,
  );
  element.user = { legalName: "Ada", emailAddress: "ada@example.com" };
  element.theme = { mode: "dark" };
  await settle();
  becomeIdle();
  expect(meetFrame().config).toEqual({
    clientName: "Shop",
    countryCodes: ["GB", "FR"],
    env: "sandbox",
    key: "k",
    language: "fr",
    product: ["auth", "transactions"],
    theme: { mode: "dark" },
    user: { legalName: "Ada", emailAddress: "ada@example.com" },
  });
});

test("properties set in one task make one frame, and a removed attribute counts as not given", async () => {
  const { becomeIdle, element } = await show(`<service-link origin="${ORIGIN}"></service-link>`);
  becomeIdle();
  expect(framesInPage()).toEqual([]);
  element.token = linkToken(1);
  element.token = linkToken(2);
  element.setAttribute("language", "fr");
  element.removeAttribute("language");
  await settle();
  becomeIdle();
  expect(framesInPage()).toHaveLength(1);
  expect(meetFrame().config).toEqual({ token: linkToken(2) });
});

test("without a token a click is an error event with a sentence, and a later token mends it", async () => {
  const { becomeIdle, button, element, events } = await show(
    `<service-link origin="${ORIGIN}"><button>Connect</button></service-link>`,
  );
  button()?.click();
  const sentence = "<service-link>: there is no token; Link needs one, or getToken";
  expect(events).toEqual([["error", expect.objectContaining({ message: sentence })]]);
  expect(element.error?.message).toBe(sentence);
  element.token = linkToken();
  await settle();
  becomeIdle();
  button()?.click();
  expect(element.error).toBeNull();
  expect(isLinkOpen()).toBe(true);
});

test("a move in the page keeps an open Link, and a removal ends it without an event", async () => {
  const { becomeIdle, button, container, element, events } = await show(HTML);
  becomeIdle();
  button()?.click();
  const [frame] = framesInPage();
  container.append(document.createElement("p"), element);
  await settle();
  expect(framesInPage()).toEqual([frame]);
  expect(isLinkOpen()).toBe(true);
  element.remove();
  await settle();
  expect(framesInPage()).toEqual([]);
  expect(events).toEqual([]);
});

test("getToken is a property, which a click asks for a token", async () => {
  const { button, element } = await show(
    `<service-link origin="${ORIGIN}"><button>Connect</button></service-link>`,
  );
  element.getToken = async () => linkToken(3);
  await settle();
  button()?.click();
  await vi.waitFor(() => expect(isLinkOpen()).toBe(true));
  expect(meetFrame().config).toEqual({ token: linkToken(3) });
});
