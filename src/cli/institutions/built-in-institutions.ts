import { connectorsFor } from "../../server/connectors/index.ts";
import type { Settings } from "../../server/settings/settings.ts";

/** The names of the institutions that are there without an import, by id. */
export const builtInInstitutions = ({ environment }: Settings): Map<string, string> =>
  new Map(
    connectorsFor(environment, Date.now, () => [])
      .flatMap((connector) => connector.institutions())
      .map(({ institutionId, name }) => [institutionId, name]),
  );
