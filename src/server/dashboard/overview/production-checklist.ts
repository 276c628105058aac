import { z } from "zod";
import { ProductionChecklist } from "../../../protocol/dashboard/dashboard-overview.ts";
import { livingSecrets } from "../../domain/clients/client-secret.ts";
import { lastBackupAt } from "../../domain/server-settings.ts";
import { type CallContext, dashboardCall } from "../call.ts";

/** Shows the state of each production requirement, without paths, addresses or keys. */
export const showProductionChecklist = dashboardCall({
  path: "/dashboard/api/production-checklist",
  role: "read",
  about: "client",
  request: z.strictObject({}),
  response: ProductionChecklist,
  run: async (_, client, context) => {
    const { clientId } = client;
    const { store, clock, firstClientKeys, environment, isOperator } = context;
    return {
      keys: livingSecrets(client, clock()).every(
        ({ digest }) => !firstClientKeys.isInFile(clientId, digest),
      ),
      redirect_uris: (await store.redirectUris.of(clientId)).length > 0,
      // A sandbox belongs to its developers; elsewhere clients share the operator's server.
      server: isOperator || environment === "sandbox" ? await loadServer(context) : null,
    };
  },
});

const loadServer = async ({ store, deployment, mailer }: CallContext) => ({
  tls: deployment.tls,
  master_key: deployment.hasMasterKeyVariable,
  backed_up_at: await lastBackupAt(store),
  backup_by_command: deployment.isStoreFile,
  mail: mailer !== null,
});
