import { isOpenTo } from "../domain/connectors/directory.ts";
import type { Grant } from "../domain/grants/grant.ts";
import { grantedAccounts } from "../domain/grants/use-grant.ts";
import type { DoorContext } from "./door.ts";

type Reader = Pick<Grant, "clientId">;

/**
 * An application sees its client's institutions, and none of a single person, since it does not
 * identify its user.
 */
export const viewerOf = ({ clientId }: Reader) => (clientId === null ? {} : { clientId });

/** Whether an application may let a user link an institution. */
export const mayLink = (
  { directory }: Pick<DoorContext, "directory">,
  reader: Reader,
  institutionId: string,
): boolean =>
  directory.has(institutionId) && isOpenTo(directory.get(institutionId), viewerOf(reader));

/**
 * Whether a grant shows an institution, since it may be linked or has one of the grant's accounts.
 */
export const isShown = async (
  context: DoorContext,
  grant: Grant,
  institutionId: string,
): Promise<boolean> => {
  if (!context.directory.has(institutionId)) return false;
  if (mayLink(context, grant, institutionId)) return true;
  const accounts = await grantedAccounts(context, grant);
  return accounts.some(({ item }) => item.institutionId === institutionId);
};
