import { audit } from "./audit.ts";
import { backup } from "./backup.ts";
import { checkInstitution } from "./check-institution.ts";
import { clients } from "./clients.ts";
import type { CliCommand } from "./command.ts";
import { completion } from "./completion.ts";
import { dashboard } from "./dashboard.ts";
import { doctor } from "./doctor.ts";
import { institutions } from "./institutions.ts";
import { keys } from "./keys.ts";
import { migrateStore } from "./migrate-store.ts";
import { restore } from "./restore.ts";
import { serve } from "./serve.ts";
import { usage } from "./usage.ts";
import { users } from "./users.ts";
import { webhooks } from "./webhooks.ts";
import { worker } from "./worker.ts";

/** Every command, in the order of the help. */
export const COMMANDS: readonly CliCommand[] = [
  serve,
  worker,
  doctor,
  backup,
  restore,
  migrateStore,
  dashboard,
  keys,
  clients,
  institutions,
  checkInstitution,
  webhooks,
  usage,
  users,
  audit,
  completion,
];
