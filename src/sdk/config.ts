import type { Config } from "./config-type.ts";

/** A config that passed the check. */
export type CheckedConfig = Config & { origin: string };

/** What fields have to be, told by the last word as in `kindOf`; `?` marks what may be left out. */
const KINDS = [
  ["a string", "clientName key env token? language? webhook? receivedRedirectUri?"],
  ["a non-empty list of strings", "product countryCodes?"],
  ["a function", "onSuccess onExit? onEvent? onLoad?"],
  ["a boolean", "isWebview?"],
  ["an object", "user?"],
] as const;

/** Throws one TypeError that names every missing or wrongly typed field. */
export const checkConfig: (config: Config) => asserts config is CheckedConfig = (config) => {
  const wrong: string[] = [];
  for (const [kind, fields] of KINDS)
    for (const field of fields.split(" ")) {
      const name = field.replace("?", "");
      const value = config[name as keyof Config];
      if (value === undefined) {
        // A token brings along what the others say, but not what to do in the end.
        if (name === field && !(config.token && kind !== "a function"))
          wrong.push(`${name} is missing`);
      } else if (!kind.endsWith(kindOf(value))) wrong.push(`${name} must be ${kind}`);
    }
  if (!isOrigin(config.origin)) wrong.push("origin must be like https://link.example");
  if (wrong[0]) throw new TypeError(`Service.create: ${wrong.join("; ")}`);
};

const kindOf = (value: unknown): string => {
  if (Array.isArray(value))
    return value.length > 0 && value.every((each) => typeof each === "string") ? "strings" : "list";
  return typeof value;
};

const isOrigin = (origin = ""): boolean | undefined => {
  try {
    return new URL(origin).origin === origin;
  } catch {}
};
