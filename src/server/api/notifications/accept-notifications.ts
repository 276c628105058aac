import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import { MAX_FAULTS_LISTED } from "../../../protocol/errors/problems.ts";
import { actsFor } from "../../domain/clients/client.ts";
import { Fault } from "../../domain/fault.ts";
import { digest, tokenEnvironment } from "../../domain/identifiers.ts";
import type { ItemReference } from "../../domain/items/item-store.ts";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import { notificationJobs } from "../../domain/notifications/notification-jobs.ts";
import { mergePulls, type NotifiedPull } from "../../domain/notifications/notified-pull.ts";
import type { ApiContext } from "../endpoint.ts";

/** The number of elements to look up before other requests get their turn. */
const CHUNK_SIZE = 250;

/** The fields of a notification that both paths share. */
export type Notification = {
  access_token: string;
  account_id: string;
  institution_id?: string | undefined;
  new_since: string;
};

type Rules<Element> = {
  /** The data to pull in addition to transactions. */
  changesOf: (element: Element) => Pick<NotifiedPull, "newAccounts" | "owners">;
  /** Whether each account must belong to its Item. */
  ownAccounts: boolean;
  /** Whether all elements must concern one institution. */
  oneInstitution: boolean;
};

/**
 * Accepts a notification durably, as a whole or not at all. Jobs then pull each Item once. Throws
 * INVALID_ACCESS_TOKEN, INVALID_ACCOUNT_ID or INVALID_INSTITUTION with the indexes of wrong
 * elements. Elements of removed Items are skipped, since institutions do not learn of removals.
 */
export const acceptNotifications = async <Element extends Notification>(
  elements: readonly Element[],
  rules: Rules<Element>,
  context: ApiContext,
): Promise<void> => {
  const { client, environment, store } = context;
  if (environment !== "sandbox" && client.institutions.length === 0)
    throw new Fault("UNAUTHORIZED_ROUTE_ACCESS", {
      message: "this path is for clients that act for an institution",
    });
  const faults = createFaultList("notifications");
  const pulls = new Map<string, NotifiedPull>();
  let first: ItemReference | null = null;
  for (let from = 0; from < elements.length; from += CHUNK_SIZE) {
    const part = elements.slice(from, from + CHUNK_SIZE);
    const items = await loadItems(part, context);
    const accountIds = rules.ownAccounts ? await listAccountIds(items, context) : null;
    for (const [at, element] of part.entries()) {
      const index = from + at;
      const item = items[at];
      if (!item || item.clientId !== client.clientId) {
        faults.add("INVALID_ACCESS_TOKEN", "no Item of this client has", index, "access_token");
        continue;
      }
      first ??= item;
      checkInstitution(element, item, rules.oneInstitution ? first : item, index, faults, context);
      if (item.removedAt !== null) continue;
      if (accountIds && !accountIds.get(item.itemId)?.has(element.account_id))
        faults.add("INVALID_ACCOUNT_ID", "the Item does not have", index, "account_id");
      const pull = {
        itemId: item.itemId,
        since: element.new_since,
        ...rules.changesOf(element),
      };
      const other = pulls.get(item.itemId);
      pulls.set(item.itemId, other ? mergePulls(other, pull) : pull);
    }
    await yieldToEventLoop();
  }
  faults.throwIfAny();
  await store.jobs.add(notificationJobs(context, client.clientId, [...pulls.values()]));
};

/** The Item of each element, or undefined. */
async function loadItems(
  part: readonly Notification[],
  { environment, store }: ApiContext,
): Promise<(ItemReference | undefined)[]> {
  const digests = part.map(({ access_token }) =>
    tokenEnvironment("access", access_token) === environment ? digest(access_token) : "",
  );
  const itemsByToken = await store.items.byAccessTokens([...new Set(digests)]);
  return digests.map((digest) => itemsByToken.get(digest));
}

const listAccountIds = (items: readonly (ItemReference | undefined)[], { store }: ApiContext) =>
  store.items.accountIdsOf([...new Set(items.flatMap((item) => item?.itemId ?? []))]);

function checkInstitution(
  { institution_id }: Notification,
  { institutionId }: ItemReference,
  first: ItemReference,
  index: number,
  faults: FaultList,
  { client, environment }: ApiContext,
): void {
  if (institution_id !== undefined && institution_id !== institutionId)
    faults.add(
      "INVALID_INSTITUTION",
      "the Item belongs to another institution than",
      index,
      "institution_id",
    );
  if (!actsFor(client, institutionId, environment))
    faults.add(
      "INVALID_INSTITUTION",
      "the client does not act for the institution of",
      index,
      "access_token",
    );
  if (institutionId !== first.institutionId)
    faults.add(
      "INVALID_INSTITUTION",
      "all elements must be about users of one institution; another one has",
      index,
      "access_token",
    );
}

/** Collects the faults in a list's elements. */
type FaultList = {
  /**
   * Adds a problem with an element's field. `what` begins a sentence that ends with the field's
   * name.
   */
  add(code: ErrorCode, what: string, index: number, field: string): void;
  /** Throws all faults together, under the first one's code; does nothing without faults. */
  throwIfAny(): void;
};

/** Creates an empty list of faults, which names the first hundred. */
const createFaultList = (list: string): FaultList => {
  const fields = new Map<string, string[]>();
  let first: ErrorCode | null = null;
  let count = 0;
  return {
    add: (code, what, index, field) => {
      first ??= code;
      count += 1;
      if (count > MAX_FAULTS_LISTED) return;
      const name = `${list}[${index}].${field}`;
      const others = fields.get(what);
      if (others) others.push(name);
      else fields.set(what, [name]);
    },
    throwIfAny: () => {
      if (first === null) return;
      const sentences = [...fields].map(([what, names]) => `${what} ${names.join(", ")}`);
      const rest = count - MAX_FAULTS_LISTED;
      if (rest > 0) sentences.push(`and ${rest} more`);
      throw new Fault(first, { message: sentences.join("; ") });
    },
  };
};
