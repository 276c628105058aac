import type { CustomInstitution } from "../../server/domain/institutions/institution.ts";
import { declareRegistration } from "../../server/domain/institutions/institution-registration.ts";
import type { Services } from "../../server/domain/services.ts";

const INSTITUTION_ID = "ins_900001";

/** The demo bank as a custom institution. */
const DEMO_BANK: Omit<CustomInstitution, "addedAt"> = {
  institutionId: INSTITUTION_ID,
  name: "Lanternfield Bank",
  aliases: ["Demo bank"],
  products: ["auth", "transactions", "identity", "income", "assets", "balance"],
  countryCodes: ["US"],
  routingNumbers: ["051900007"],
  oauth: true,
  url: null,
  supported: true,
  logoShape: "drop",
  color: "#4b2f6b",
};

/**
 * This server's secret at the demo bank. The secret stays the same at each start, so that existing
 * Items stay valid.
 */
export const demoBankSecret = ({ vault }: Pick<Services, "vault">): string =>
  vault.key("demo-bank");

/**
 * Connects the demo bank like any other institution. Changes nothing if the bank is connected
 * already.
 */
export const connectDemoBank = async (
  { clock, store, vault }: Pick<Services, "clock" | "store" | "vault">,
  { issuer, clientId }: { issuer: string; clientId: string },
): Promise<void> => {
  const { institutions } = store;
  const connections = await institutions.connections();
  const previous = connections.find((connection) => connection.institutionId === INSTITUTION_ID);
  if (previous?.issuer === issuer && previous.clientId === clientId) return;
  await institutions.put([{ ...DEMO_BANK, addedAt: clock() }]);
  const secrets = { clientSecret: demoBankSecret({ vault }) };
  const declaration = { institutionId: INSTITUTION_ID, issuer, clientId, secrets };
  await institutions.connect(declareRegistration(vault, declaration, clock()));
};

/** Removes the demo bank of an earlier start, unless Items are linked there. */
export const disconnectDemoBank = async ({
  clock,
  store,
}: Pick<Services, "clock" | "store">): Promise<void> => {
  const { institutions } = store;
  const connections = await institutions.connections();
  if (!connections.some(({ institutionId }) => institutionId === INSTITUTION_ID)) return;
  const { liveItems } = await institutions.disconnect(INSTITUTION_ID, clock());
  if (liveItems === 0) await institutions.remove(INSTITUTION_ID, clock());
};
