import { audit } from "./audit/command.ts";
import { backup } from "./backup/command.ts";
import { cells } from "./cells/command.ts";
import { checkInstitution } from "./check-institution/command.ts";
import { clients } from "./clients/command.ts";
import type { CliCommand } from "./command.ts";
import { completion } from "./completion/command.ts";
import { dashboard } from "./dashboard/command.ts";
import { doctor } from "./doctor/command.ts";
import { exportFile } from "./export/command.ts";
import { grants } from "./grants/command.ts";
import { institutions } from "./institutions/command.ts";
import { items } from "./items/command.ts";
import { jobs } from "./jobs/command.ts";
import { keys } from "./keys/command.ts";
import { link } from "./link/command.ts";
import { migrateStore } from "./migrate-store/command.ts";
import { partition } from "./partition/command.ts";
import { restore } from "./restore/command.ts";
import { samples } from "./samples/command.ts";
import { serve } from "./serve/command.ts";
import { trigger } from "./trigger/command.ts";
import { uncategorized } from "./uncategorized/command.ts";
import { usage } from "./usage/command.ts";
import { users } from "./users/command.ts";
import { webhooks } from "./webhooks/command.ts";
import { worker } from "./worker/command.ts";

/** Every command, in the order of the help. */
export const COMMANDS: readonly CliCommand[] = [
  serve,
  worker,
  doctor,
  backup,
  restore,
  migrateStore,
  partition,
  cells,
  dashboard,
  keys,
  clients,
  grants,
  institutions,
  checkInstitution,
  items,
  link,
  samples,
  trigger,
  exportFile,
  webhooks,
  jobs,
  usage,
  uncategorized,
  users,
  audit,
  completion,
];
