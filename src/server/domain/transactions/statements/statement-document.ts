import { hash } from "node:crypto";
import { Fault } from "../../fault.ts";
import type { Item } from "../../items/item.ts";
import { requireAccess } from "../../items/item-state.ts";
import { readInstitution } from "../../items/read-institution.ts";
import type { Statement, StatementDeps } from "./statement.ts";

/** The maximum size of a statement's document, above the limit of other responses. */
export const MAX_STATEMENT_BYTES = 8 * 1024 * 1024;

/** The first bytes of every PDF. */
const MAGIC = "%PDF-";

/**
 * Returns a statement's PDF and SHA-256: the kept document, or else the institution's, which is
 * then kept. So a statement_id has the same bytes each time, as long as documents are kept. Throws
 * INVALID_FIELD for an unknown statement.
 */
export const statementDocument = async (
  services: StatementDeps,
  item: Item,
  statementId: string,
): Promise<{ document: Uint8Array; sha256: string }> => {
  const document = await keptDocument(services, item, statementId);
  return { document, sha256: hash("sha256", document) };
};

async function keptDocument(
  services: StatementDeps,
  item: Item,
  statementId: string,
): Promise<Uint8Array> {
  const { clock, environment, store } = services;
  const { itemId } = item;
  const kept = await store.statements.document(itemId, statementId);
  if (kept) return kept;
  const statement = await store.statements.byId(itemId, statementId);
  if (!statement)
    throw new Fault("INVALID_FIELD", {
      message: "statement_id must be that of a statement in /statements/list of this Item",
    });
  requireAccess(item, "institution", { environment, now: clock() });
  const document = await requestDocument(services, item, statement);
  await store.statements.keepDocument(itemId, statementId, document, clock());
  // The first of two concurrent calls has kept its document.
  return (await store.statements.document(itemId, statementId)) ?? document;
}

async function requestDocument(
  services: StatementDeps,
  item: Item,
  { accountId, key }: Statement,
): Promise<Uint8Array> {
  const accounts = await services.store.items.accounts(item.itemId);
  const accountKey = accounts.find(({ account }) => account.account_id === accountId)?.key ?? "";
  const document = await readInstitution(services, item, (connector, login) => {
    if (connector.statements) return connector.statements.document(login, { accountKey, key });
    throw new Fault("PRODUCTS_NOT_SUPPORTED", {
      message: "the institution does not support statements",
    });
  });
  if (document === null)
    throw new Fault("INVALID_FIELD", {
      message: "statement_id is a statement that the institution does not have any more",
    });
  if (document.length > MAX_STATEMENT_BYTES)
    throw unsupported(`a statement of more than ${MAX_STATEMENT_BYTES / 1024 / 1024} MB`);
  if (Buffer.from(document.subarray(0, MAGIC.length)).toString("latin1") !== MAGIC)
    throw unsupported("a statement that is no PDF");
  return document;
}

const unsupported = (problem: string): Fault =>
  new Fault("UNSUPPORTED_RESPONSE", { message: `the institution sent ${problem}` });

const CHUNK_BYTES = 64 * 1024;

/** Yields a document in chunks of limited size. */
export async function* inChunks(document: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < document.length; at += CHUNK_BYTES)
    yield document.subarray(at, at + CHUNK_BYTES);
}
