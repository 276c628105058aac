import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkConfig, toSettings } from "./config.ts";
import type { Config } from "./config-type.ts";
import { frameUrl } from "./frame.ts";

const REQUIRED = {
  clientName: "Shop",
  product: ["auth"],
  key: "key",
  env: "sandbox",
  onSuccess: () => undefined,
  origin: "https://link.example",
} as const;

const isString = (value: unknown) => typeof value === "string";
const isList = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && value.every(isString);
const isObject = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isFunction = (value: unknown) => typeof value === "function";

/** The rules for each field, independent of the table under test. */
const FIELDS: Record<string, { fits: (value: unknown) => boolean; words: string }> = {
  clientName: { fits: isString, words: "a string" },
  key: { fits: isString, words: "a string" },
  env: { fits: isString, words: "a string" },
  language: { fits: isString, words: "a string" },
  webhook: { fits: isString, words: "a string" },
  token: { fits: isString, words: "a string" },
  receivedRedirectUri: { fits: isString, words: "a string" },
  theme: { fits: (value) => isString(value) || isObject(value), words: "a string or object" },
  accountSelection: { fits: isString, words: "a string" },
  product: { fits: isList, words: "a non-empty list of strings" },
  countryCodes: { fits: isList, words: "a non-empty list of strings" },
  onSuccess: { fits: isFunction, words: "a function" },
  onExit: { fits: isFunction, words: "a function" },
  onEvent: { fits: isFunction, words: "a function" },
  onLoad: { fits: isFunction, words: "a function" },
  isWebview: { fits: (value) => typeof value === "boolean", words: "a boolean" },
  user: { fits: isObject, words: "an object" },
};

/** The reported faults of a config; empty for a valid config. */
const complaints = (config: object): string[] => {
  try {
    const anyConfig = config as Config;
    checkConfig(anyConfig);
    return [];
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    expect(error.message).toMatch(/^Service\.create: /);
    return error.message.replace("Service.create: ", "").split("; ");
  }
};

describe("a config", () => {
  test("a configuration with the required fields alone is good", () => {
    expect(complaints(REQUIRED)).toEqual([]);
  });

  test("a config may leave every other field undefined", () => {
    const others = Object.keys(FIELDS).filter((name) => !(name in REQUIRED));
    const undefinedOthers = Object.fromEntries(others.map((name) => [name, undefined]));
    expect(complaints({ ...REQUIRED, ...undefinedOthers, colour: undefined })).toEqual([]);
  });

  test.each(["onSucess", "clientname", "country_codes", "colour"])(
    "a configuration with %s is refused, with the names of all fields",
    (name) => {
      const names = /^(\S+) is none of (\S+)$/.exec(complaints({ ...REQUIRED, [name]: 1 }).join());
      expect(names?.[1]).toBe(name);
      expect(names?.[2]?.split(",").sort()).toEqual([...Object.keys(FIELDS), "origin"].sort());
    },
  );

  test("a configuration with a token needs nothing else but onSuccess", () => {
    const { onSuccess, origin } = REQUIRED;
    expect(complaints({ token: "link-sandbox-x", onSuccess, origin })).toEqual([]);
    expect(complaints({ token: "link-sandbox-x", origin })).toEqual(["onSuccess is missing"]);
  });

  test("a configuration with several faults throws one error that names all", () => {
    expect(
      complaints({ product: "auth", onSuccess: 1, key: "k", env: "sandbox", origin: "link" }),
    ).toEqual([
      "clientName is missing",
      "product must be a non-empty list of strings",
      "onSuccess must be a function",
      "origin must be like https://link.example",
    ]);
  });

  for (const name of Object.keys(REQUIRED).filter((name) => name !== "origin"))
    test(`without ${name} is refused`, () => {
      expect(complaints({ ...REQUIRED, [name]: undefined })).toEqual([`${name} is missing`]);
    });

  for (const [name, { fits, words }] of Object.entries(FIELDS))
    test(`whose ${name} is not ${words} is refused`, () => {
      const values = [0, 1n, true, "", Symbol("s"), [], [1], ["a"], ["a", null], {}, null, () => 1];
      for (const value of values.filter((value) => !fits(value)))
        expect(complaints({ ...REQUIRED, [name]: value })).toEqual([`${name} must be ${words}`]);
    });

  test("a config has an origin exactly as browsers write it", () => {
    const bad = [
      undefined,
      null,
      7,
      "",
      "link.example",
      "https://link.example/",
      "https://LINK.example",
      "https://link.example:443",
      "https://link.example/link.html",
      "https://user@link.example",
      "javascript:alert(1)",
      "null",
    ];
    for (const origin of bad)
      expect(complaints({ ...REQUIRED, origin })).toEqual([
        "origin must be like https://link.example",
      ]);
    for (const origin of [
      "http://localhost:8080",
      "http://[::1]:1",
      "https://xn--bcher-kva.example",
    ])
      expect(complaints({ ...REQUIRED, origin })).toEqual([]);
  });

  test("any configuration is either good or refused by exactly its wrong fields", () => {
    const value = fc.oneof(
      fc.string(),
      fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 3 }),
      fc.boolean(),
      fc.object(),
      fc.func(fc.constant(1)),
      fc.constantFrom(null, undefined, 0, 1n, Symbol("s")),
      fc.anything(),
    );
    const names = Object.keys(FIELDS);
    const config = fc.dictionary(fc.constantFrom(...names), value);
    fc.assert(
      fc.property(config, (input) => {
        const whole: Record<string, unknown> = {
          ...input,
          origin: REQUIRED.origin,
        };
        const problems = names.flatMap((name) => {
          const field = FIELDS[name];
          const isRequired = whole.token ? name === "onSuccess" : name in REQUIRED;
          if (whole[name] === undefined) return isRequired ? [`${name} is missing`] : [];
          return field?.fits(whole[name]) ? [] : [`${name} must be ${field?.words}`];
        });
        expect(complaints(whole).sort()).toEqual(problems.sort());
      }),
    );
  });
});

describe("the frame's configuration", () => {
  test("the frame's configuration is a copy without functions and undefined fields", () => {
    const product = Object.freeze(["auth"] as const);
    const user = { legalName: "Jane", emailAddress: "jane@shop.example" };
    const settings = toSettings({ ...REQUIRED, product, user, webhook: undefined });
    const { clientName, key, env } = REQUIRED;
    expect(settings).toEqual({ clientName, key, env, product: ["auth"], user });
    expect(settings.user).not.toBe(user);
  });

  test("the frame's configuration is the same for lists and objects that a framework observes", () => {
    const product = new Proxy(["auth" as const], {});
    const user = new Proxy({ legalName: "Jane", emailAddress: "jane@shop.example" }, {});
    expect(toSettings({ ...REQUIRED, product, user })).toMatchObject({ product: ["auth"], user });
  });

  test("the frame's configuration does not depend on how a page writes JSON", () => {
    Object.assign(Array.prototype, { toJSON: () => "spoilt" });
    try {
      const settings = toSettings(REQUIRED);
      expect(Array.isArray(settings.product)).toBe(true);
      expect(frameUrl("https://link.example", "https://shop.example", settings)).toContain(
        "product=auth",
      );
    } finally {
      Reflect.deleteProperty(Array.prototype, "toJSON");
    }
  });
});
