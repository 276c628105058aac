import { z } from "zod";
import {
  checkAccent,
  isAccent,
  isFont,
  LOGO_LIMITS,
  MAX_RADIUS,
  READABLE,
} from "../../../protocol/brand/client-brand.ts";
import { SessionConfig } from "../../../protocol/link/config.ts";
import { THEMES } from "../../../protocol/vocabulary.ts";
import { changedFields } from "../../domain/audit/changed-fields.ts";
import { type Logo, readLogo } from "../../domain/clients/client-brand.ts";
import { Fault } from "../../domain/fault.ts";
import { brandShape } from "../show-client.ts";
import { settingsCall } from "./change.ts";
import { requireFresh } from "./require-fresh.ts";

const Look = z.strictObject({
  name: z.union([z.literal(""), SessionConfig.shape.clientName]).optional(),
  accent: z
    .string()
    .refine(isAccent, "must be a colour like #3044c9")
    .nullable()
    .optional()
    .meta({ examples: ["#3044c9"] }),
  mode: z.enum(THEMES).optional(),
  radius: z.int().min(0).max(MAX_RADIUS).nullable().optional(),
  font: z
    .string()
    .trim()
    .refine(isFont, "must be one font family, of letters, digits, spaces and hyphens")
    .nullable()
    .optional()
    .meta({ examples: ["Georgia"] }),
  /** Whether Link explains the sharing on a separate pane before the list of institutions. */
  trust_pane: z.boolean().optional(),
});

/** Sets a client's name and look in Link. Missing fields stay unchanged. */
export const changeBrand = settingsCall({
  path: "/dashboard/api/brand",
  role: "admin",
  request: z.strictObject({
    ...Look.shape,
    /** The values that the editor saw. */
    expected: Look.optional(),
    /** A PNG; null removes the logo, and a missing field keeps it. */
    logo: z
      .base64()
      .max(Math.ceil(LOGO_LIMITS.bytes / 3) * 4 + 1000)
      .nullable()
      .optional()
      .meta({ examples: [null] }),
  }),
  action: "client.set_brand",
  details: ({ logo, expected: _, ...brand }, __, before: ReturnType<typeof brandShape>) => ({
    ...changedFields({ ...before, logo: null }, definedIn(brand)),
    ...(logo !== undefined && { logo: logo === null ? "removed" : "changed" }),
  }),
  async run({ logo, expected, ...changes }, { clientId }, { store }) {
    if (changes.accent) requireReadable(changes.accent);
    const stored = brandShape(await store.brands.of(clientId));
    requireFresh(expected, stored);
    const { trust_pane: hasTrustPane, logo: _, ...brand } = { ...stored, ...definedIn(changes) };
    await store.brands.set(clientId, {
      ...brand,
      hasTrustPane,
      logo: logo == null ? logo : parseLogo(logo),
    });
    return stored;
  },
});

/** Returns the fields that a body has. */
const definedIn = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };

function requireReadable(accent: string): void {
  const { contrast, nearest } = checkAccent(accent);
  if (contrast >= READABLE) return;
  const ratio = (Math.floor(contrast * 10) / 10).toFixed(1);
  throw new Fault("INVALID_FIELD", {
    message: `accent has a contrast of ${ratio}:1, and ${READABLE}:1 is needed; ${nearest} has it`,
    display: `${accent} is too light to be read: its contrast is ${ratio}:1, and ${READABLE}:1 is needed. The nearest colour that passes is ${nearest}.`,
  });
}

function parseLogo(text: string): Logo {
  const logo = readLogo(Buffer.from(text, "base64"));
  if (typeof logo !== "string") return logo;
  throw new Fault("INVALID_FIELD", { message: `logo cannot be used: ${logo}`, display: logo });
}
