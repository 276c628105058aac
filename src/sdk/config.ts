import type { Config } from "./config-type.ts";

/** A valid config. */
export type CheckedConfig = Config & { origin: string };

/**
 * The types of fields. `describeKind` matches a field by its last word; `?` marks optional fields.
 */
const KINDS = [
  [
    "a string",
    "clientName key env token? language? webhook? receivedRedirectUri? accountSelection?",
  ],
  ["a non-empty list of strings", "product countryCodes?"],
  ["a function", "onSuccess onExit? onEvent? onLoad?"],
  ["a boolean", "isWebview?"],
  ["an object", "user?"],
  ["a string or object", "theme?"],
] as const;

/**
 * Throws one TypeError with the name of every missing, mistyped or misspelt field. React Native
 * passes its own `isOrigin`, since its `URL` differs from a browser's.
 */
export const checkConfig: (
  config: Config,
  isOrigin?: (origin: unknown) => boolean | undefined,
) => asserts config is CheckedConfig = (config, isOrigin = isBrowserOrigin) => {
  const wrong: string[] = [];
  const fieldNames = ["origin"];
  for (const [kind, fields] of KINDS)
    for (const field of fields.split(" ")) {
      const name = field.replace("?", "");
      fieldNames.push(name);
      const value = config[name as keyof Config];
      if (value === undefined) {
        // A token contains the values of the other fields, but no callbacks.
        if (name === field && !(config.token && kind !== "a function"))
          wrong.push(`${name} is missing`);
      } else if (!kind.split(" ").includes(describeKind(value)))
        wrong.push(`${name} must be ${kind}`);
    }
  if (!isOrigin(config.origin)) wrong.push("origin must be like https://link.example");
  for (const [name, value] of Object.entries(config))
    if (value !== undefined && !fieldNames.includes(name))
      wrong.push(`${name} is none of ${fieldNames}`);

  if (wrong[0]) throw new TypeError(`Service.create: ${wrong.join("; ")}`);
};

/**
 * Returns the settings for Link's frame as a copy without functions, so that later changes of the
 * page have no effect. The top level is copied field by field, since frameworks' observed objects
 * cannot be cloned.
 */
export const toSettings = (config: CheckedConfig): Record<string, unknown> => {
  const settings: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(config))
    if (name !== "origin" && value !== undefined && typeof value !== "function")
      settings[name] =
        typeof value !== "object" ? value : Array.isArray(value) ? [...value] : { ...value };
  return structuredClone(settings);
};

const describeKind = (value: unknown): string => {
  if (Array.isArray(value))
    return value.length > 0 && value.every((each) => typeof each === "string") ? "strings" : "";
  return value === null ? "" : typeof value;
};

const isBrowserOrigin = (origin: unknown): boolean | undefined => {
  try {
    return new URL(origin as string).origin === origin;
  } catch {}
};
