import { z } from "zod";
import { CONSENTED_PRODUCTS } from "../../../protocol/vocabulary.ts";
import type { ClientStore } from "../../domain/clients/client.ts";
import type { ClientSecret } from "../../domain/clients/client-secret.ts";
import type { SecretRestrictions } from "../../domain/clients/secret-restrictions.ts";
import { jsonColumn } from "../json-column.ts";
import { preparedRead } from "../prepared-query.ts";
import type { Database, Queryable } from "../tables.ts";

const productList = jsonColumn(z.array(z.enum(CONSENTED_PRODUCTS)));
const networkList = jsonColumn(z.array(z.string()));

/** The secrets of clients, a row each. */
export const clientSecrets = (
  db: Database,
): Pick<ClientStore, "changeSecrets" | "addSecretUses"> => ({
  changeSecrets: (clientId, change) =>
    db.transact(async (transaction) => {
      const present = await transaction
        .selectFrom("client")
        .select("client_id")
        .where("client_id", "=", clientId)
        .where("removed_at", "is", null)
        .executeTakeFirst();
      if (!present) return false;
      const rows = await select(transaction).where("client_id", "=", clientId).execute();
      const previous = rows.map(toSecret);
      await write(transaction, clientId, previous, change(previous));
      return true;
    }),

  addSecretUses: async (uses) => {
    for (const { clientId, secretId, at } of uses)
      await db
        .updateTable("client_secret")
        .set({ used_at: at })
        .where("client_id", "=", clientId)
        .where("secret_id", "=", secretId)
        .where((row) => row.or([row("used_at", "is", null), row("used_at", "<", at)]))
        .execute();
  },
});

/** The secrets of one client, the oldest first. */
export const readSecretsOf = (db: Database): ((clientId: string) => Promise<ClientSecret[]>) => {
  const find = preparedRead<{ value: string }, Row>(db, (param) =>
    select(db).where("client_id", "=", param("value")),
  );
  return async (value) => (await find({ value })).map(toSecret);
};

/** The secrets of all clients, by client_id. */
export const readAllSecrets = async (
  db: Queryable,
): Promise<ReadonlyMap<string, ClientSecret[]>> => {
  const secrets = new Map<string, ClientSecret[]>();
  for (const row of await select(db).execute())
    secrets.set(row.clientId, [...(secrets.get(row.clientId) ?? []), toSecret(row)]);
  return secrets;
};

/** Adds the secrets of a new client. */
export const insertSecrets = async (
  db: Queryable,
  clientId: string,
  secrets: readonly ClientSecret[],
): Promise<void> => {
  if (secrets.length === 0) return;
  const rows = secrets.map((secret) => ({
    client_id: clientId,
    secret_id: secret.secretId,
    name: secret.name,
    digest: secret.digest,
    last_four: secret.lastFour,
    created_at: secret.createdAt,
    used_at: secret.usedAt,
    ends_at: secret.endsAt,
    ...restrictionColumns(secret.restrictions),
  }));
  await db.insertInto("client_secret").values(rows).execute();
};

const select = (db: Queryable) =>
  db
    .selectFrom("client_secret")
    .select([
      "client_id as clientId",
      "secret_id as secretId",
      "name",
      "digest",
      "last_four as lastFour",
      "created_at as createdAt",
      "used_at as usedAt",
      "ends_at as endsAt",
      "products",
      "read_only as readOnly",
      "networks",
    ])
    .orderBy("created_at")
    .orderBy("secret_id");

type Row = Awaited<ReturnType<ReturnType<typeof select>["execute"]>>[number];

const toSecret = ({ clientId: _, products, readOnly, networks, ...secret }: Row): ClientSecret => ({
  ...secret,
  restrictions: {
    products: products === null ? null : productList.read(products),
    readOnly: readOnly === 1,
    networks: networkList.read(networks),
  },
});

const restrictionColumns = ({ products, readOnly, networks }: SecretRestrictions) => ({
  products: products === null ? null : productList.write([...products]),
  read_only: readOnly ? 1 : 0,
  networks: networkList.write([...networks]),
});

/** The columns that a change may write. */
const changeable = ({ name, endsAt, restrictions }: ClientSecret) => ({
  name,
  ends_at: endsAt,
  ...restrictionColumns(restrictions),
});

/** Writes the difference, except the last use, which is recorded separately. */
async function write(
  transaction: Queryable,
  clientId: string,
  previous: readonly ClientSecret[],
  after: readonly ClientSecret[],
): Promise<void> {
  const present = new Map(previous.map((secret) => [secret.secretId, secret]));
  for (const secret of after) {
    const old = present.get(secret.secretId);
    if (!old) await insertSecrets(transaction, clientId, [secret]);
    else if (JSON.stringify(changeable(old)) !== JSON.stringify(changeable(secret)))
      await transaction
        .updateTable("client_secret")
        .set(changeable(secret))
        .where("client_id", "=", clientId)
        .where("secret_id", "=", secret.secretId)
        .execute();
    present.delete(secret.secretId);
  }
  if (present.size > 0)
    await transaction
      .deleteFrom("client_secret")
      .where("client_id", "=", clientId)
      .where("secret_id", "in", [...present.keys()])
      .execute();
}
