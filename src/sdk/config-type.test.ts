import { expectTypeOf, test } from "vitest";
import type {
  Config,
  ErrorCode,
  EventMetadata,
  EventName,
  ExitStatus,
  Handler,
  MfaType,
  OnEvent,
  Product,
  ViewName,
} from "./module.ts";

// Code as applications write it. `npm run check` compiles this file, and reports a wrong type here.

const create = (_config: Config): void => undefined;

const settings = {
  clientName: "Shop",
  product: ["auth"],
  key: "key",
  env: "sandbox",
  onSuccess: () => undefined,
} satisfies Config;

test("testing an event's name narrows the type of its metadata", () => {
  create({
    ...settings,
    onEvent(name, metadata) {
      expectTypeOf(metadata.link_session_id).toBeString();
      expectTypeOf(metadata.view_name).toEqualTypeOf<ViewName | undefined>();
      if (name === "ERROR") expectTypeOf(metadata.error_code).toEqualTypeOf<ErrorCode>();
      if (name === "EXIT")
        expectTypeOf(metadata.exit_status).toEqualTypeOf<ExitStatus | undefined>();
      if (name === "SUBMIT_MFA") expectTypeOf(metadata.mfa_type).toEqualTypeOf<MfaType>();
      if (name === "OPEN") expectTypeOf(metadata.error_code).toBeUndefined();
    },
  });
  create({
    ...settings,
    onEvent: (name, metadata) => {
      switch (name) {
        case "TRANSITION_VIEW":
          expectTypeOf(metadata.view_name).toEqualTypeOf<ViewName>();
          break;
        case "HANDOFF":
          expectTypeOf(metadata.institution_id).toBeString();
      }
    },
  });
});

test("an unknown event's name is a string, and its metadata is optional", () => {
  create({
    ...settings,
    onEvent: (name, metadata) => {
      const either: EventName = name;
      if (either === "LATER_EVENT") expectTypeOf(metadata.timestamp).toBeString();
    },
  });
});

test("onEvent accepts any callback that takes the event or fewer arguments", () => {
  const names: string[] = [];
  create({ ...settings, onEvent: (name) => names.push(name) });
  create({ ...settings, onEvent: () => undefined });
  create({ ...settings, onEvent: console.log });
  create({ ...settings, onEvent: async (name, metadata) => [name, metadata.timestamp] });
  create({ ...settings, onEvent: (_name: EventName, _metadata: EventMetadata) => undefined });
  create({ ...settings, onEvent: (_name: string, _metadata: object) => undefined });
  const wrapper =
    (onEvent: OnEvent): OnEvent =>
    (name, metadata) => {
      onEvent(name, metadata);
    };
  create({ ...settings, onEvent: wrapper((name) => names.push(name)) });
  // @ts-expect-error: a name is no number
  create({ ...settings, onEvent: (_name: number) => undefined });
  // @ts-expect-error: metadata is no string
  create({ ...settings, onEvent: (_name: string, _metadata: string) => undefined });
});

test("products and countries may be constant", () => {
  const product = ["auth", "transactions"] as const;
  const countryCodes = ["US", "GB"] as const;
  create({ ...settings, product, countryCodes });
  create({ ...settings, product: product satisfies readonly Product[] } as const);
  // @ts-expect-error: no such product
  create({ ...settings, product: ["banana"] });
});

test("a token may not be there yet, and takes the place of the settings", () => {
  const token = ["link-sandbox-x"].find(Boolean);
  const { onSuccess } = settings;
  create({ token, onSuccess });
  create({ ...settings, token });
  create({ token: "link-sandbox-x", onSuccess });
  // @ts-expect-error: neither a token nor settings
  create({ onSuccess });
});

test("every optional field may be undefined", () => {
  create({
    ...settings,
    onExit: undefined,
    onEvent: undefined,
    onLoad: undefined,
    language: undefined,
    countryCodes: undefined,
    webhook: undefined,
    origin: undefined,
    user: undefined,
    accountSelection: undefined,
    token: undefined,
    isWebview: undefined,
    receivedRedirectUri: undefined,
    theme: undefined,
  });
  const { onSuccess } = settings;
  const none = { clientName: undefined, product: undefined, key: undefined, env: undefined };
  create({ token: "link-sandbox-x", onSuccess, ...none });
  expectTypeOf<Handler["exit"]>().toBeCallableWith({ force: undefined });
});
