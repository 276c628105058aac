import { changedWays } from "../../server/domain/institutions/change-ways.ts";
import { catalogueInstitutions } from "../../server/domain/institutions/custom-institutions.ts";
import type { CustomInstitution } from "../../server/domain/institutions/institution.ts";
import {
  WAY_KINDS,
  type WayKind,
  type WaySettings,
} from "../../server/domain/institutions/way-settings.ts";
import { bankRows } from "../../server/domain/institutions/ways.ts";
import type { Store } from "../../server/domain/store.ts";
import { readSettings, SettingsError } from "../../server/host/settings/settings.ts";
import type { Context } from "../context.ts";
import { withStore } from "../open-existing-store.ts";
import { operator } from "../operator.ts";

type WaysOptions = {
  data: string;
  order: string | undefined;
  ask: boolean | undefined;
  join: string | undefined;
  part: string | undefined;
  byName: string | undefined;
};

/** Shows how Link reaches banks with several ways. Changes the settings first, if asked. */
export const showWays = async (
  { data, ask: asks, part, byName, ...options }: WaysOptions,
  { variables, out, clock }: Context,
): Promise<void> => {
  const order = options.order === undefined ? undefined : readOrder(options.order);
  const join = options.join?.split(",").map((id) => id.trim());
  if (join && (join.length < 2 || new Set(join).size < join.length))
    throw new SettingsError("--join takes at least two ids with commas between them, each once");
  const change = { order, asks, join, part, byName };
  const isChange = Object.values(change).some((value) => value !== undefined);
  const text = await withStore(readSettings({ data }, variables), async (store) => {
    const all = await makeInstitutions(store);
    for (const id of [...(join ?? []), part, byName])
      if (id !== undefined && !all.some(({ institutionId }) => institutionId === id))
        throw new SettingsError(
          `there is no institution ${id} (service-link institutions list shows your own)`,
        );
    const settings = changedWays(await store.institutions.ways(), change);
    if (isChange)
      await store.transact(async ({ institutions, audit }) => {
        await institutions.setWays(settings);
        await audit.append({
          ...{ at: clock(), actor: operator(), action: "institutions.set_ways", subject: "ways" },
          details: { order: settings.order, asks: settings.asks, ...changeDetails(change) },
        });
      });
    return describe(all, settings);
  });
  out(text);
};

const changeDetails = ({
  join = [],
  part = "",
  byName = "",
}: {
  join?: string[] | undefined;
  part?: string | undefined;
  byName?: string | undefined;
}) => ({ join, part, by_name: byName });

function readOrder(text: string): WayKind[] {
  const words = text.split(",").map((word) => word.trim());
  const kinds = WAY_KINDS.filter((kind) => words.includes(kind));
  if (kinds.length !== WAY_KINDS.length || words.length !== WAY_KINDS.length)
    throw new SettingsError(`--order takes ${WAY_KINDS.join(", ")}, each once, with commas`);
  return kinds.toSorted((a, b) => words.indexOf(a) - words.indexOf(b));
}

/** Creates the custom institutions. An institution with a connection counts as connected. */
async function makeInstitutions({ institutions }: Store): Promise<CustomInstitution[]> {
  const connections = new Map(
    (await institutions.connections()).map((connection) => [connection.institutionId, connection]),
  );
  return (await institutions.all()).map((institution) => {
    const connection = connections.get(institution.institutionId);
    return connection ? { ...institution, connection } : institution;
  });
}

/** The settings, and the banks with several ways, one per line. */
function describe(all: readonly CustomInstitution[], settings: WaySettings): string {
  const listed = catalogueInstitutions(() => all, { enabled: true, fields: [] })();
  const banks = bankRows(listed, settings)
    .filter(({ ways }) => ways.length > 1)
    .map(({ institution, ways }) => {
      const each = ways.map(
        ({ institutionId, way }) => `${institutionId} (${way?.kind}, ${way?.countries.join(" ")})`,
      );
      return `${institution.name}: ${each.join(", ")}\n`;
    });
  return (
    `order    ${settings.order.join(", ")}\n` +
    `in Link  ${settings.asks ? "the user is asked for the way" : "the first way is taken"}\n` +
    (banks.join("") || "no bank is reached by several ways\n")
  );
}
