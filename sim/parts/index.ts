import { createAccountSite } from "./account-site.ts";
import { createAssetReports } from "./asset-reports.ts";
import { createBackups } from "./backups.ts";
import { createClients } from "./clients.ts";
import { createConsumerReports } from "./consumer-reports.ts";
import { createDashboardLists } from "./dashboard-lists.ts";
import { createDoors } from "./doors.ts";
import { createFiles } from "./files.ts";
import { createItemRecords } from "./item-records.ts";
import { createMembers } from "./members.ts";
import { createOtherProducts } from "./other-products.ts";
import { createOutages } from "./outages.ts";
import type { Part, PartContext } from "./part.ts";
import { createProcessors } from "./processors.ts";
import { createSandboxItems } from "./sandbox-items.ts";
import { createUsers } from "./users.ts";

/** The share of seeds that use each part. */
const SHARE_OF_SEEDS = 0.4;

const PARTS: readonly ((context: PartContext) => Part)[] = [
  createProcessors,
  createAssetReports,
  createUsers,
  createClients,
  createDoors,
  createFiles,
  createMembers,
  createBackups,
  createItemRecords,
  createSandboxItems,
  createConsumerReports,
  createDashboardLists,
  createAccountSite,
  createOutages,
  createOtherProducts,
];

/** The parts of the product that a seed uses. */
export const createParts = (context: PartContext): Part[] =>
  PARTS.map((create) => create(context)).filter(({ name }) =>
    context.world.draw(`part ${name}`).chance(SHARE_OF_SEEDS),
  );
