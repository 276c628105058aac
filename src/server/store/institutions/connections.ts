import { z } from "zod";
import {
  declaredHosts,
  FDX_STANDARD,
  type InstitutionRegistration,
  InstitutionStandard,
} from "../../domain/institutions/institution-registration.ts";
import { RequestQuota } from "../../domain/institutions/request-quota.ts";
import { jsonColumn } from "../json-column.ts";
import type { Queryable } from "../tables.ts";

const scopeList = jsonColumn(z.array(z.string()));
const hostList = jsonColumn(z.array(z.string()));
const quotaColumn = jsonColumn(RequestQuota);
const standardColumn = jsonColumn(InstitutionStandard);

/** The connections of all institutions, or of one. */
export const readConnections = async (
  db: Queryable,
  institutionId?: string,
): Promise<InstitutionRegistration[]> => {
  const rows = await db
    .selectFrom("institution_connection")
    .selectAll()
    .$if(institutionId !== undefined, (query) =>
      query.where("institution_id", "=", institutionId ?? ""),
    )
    .orderBy("institution_id")
    .execute();
  return rows.map((row) => ({
    institutionId: row.institution_id,
    issuer: row.issuer,
    clientId: row.client_id,
    authentication: row.authentication,
    dataUrl: row.data_url,
    scopes: row.scopes === null ? null : scopeList.read(row.scopes),
    resource: row.resource,
    flow: row.flow,
    sealedSecrets: row.sealed_secrets,
    connectedAt: row.connected_at,
    ownRedirectUri: row.own_redirect_uri === 1,
    dpop: row.dpop === 1,
    dpopBy: row.dpop_by,
    standard: row.standard === null ? FDX_STANDARD : standardColumn.read(row.standard),
    privateHosts:
      row.private_hosts === null
        ? declaredHosts({ issuer: row.issuer, dataUrl: row.data_url })
        : hostList.read(row.private_hosts),
    quota: row.quota === null ? null : quotaColumn.read(row.quota),
  }));
};

/** Writes a registration over the previous one; false for an unknown institution. */
export const upsertConnection = async (
  transaction: Queryable,
  { institutionId, ...connection }: InstitutionRegistration,
): Promise<boolean> => {
  const institution = await transaction
    .selectFrom("institution")
    .select("institution_id")
    .where("institution_id", "=", institutionId)
    .executeTakeFirst();
  if (!institution) return false;
  const values = {
    issuer: connection.issuer,
    client_id: connection.clientId,
    authentication: connection.authentication,
    data_url: connection.dataUrl,
    scopes: connection.scopes && scopeList.write(connection.scopes),
    resource: connection.resource,
    flow: connection.flow,
    sealed_secrets: connection.sealedSecrets,
    connected_at: connection.connectedAt,
    own_redirect_uri: connection.ownRedirectUri ? 1 : 0,
    dpop: connection.dpop ? 1 : 0,
    dpop_by: connection.dpopBy,
    standard: standardColumn.write(connection.standard),
    private_hosts: hostList.write(connection.privateHosts),
    quota: connection.quota && quotaColumn.write(connection.quota),
  };
  await transaction
    .insertInto("institution_connection")
    .values({ institution_id: institutionId, ...values })
    .onConflict((conflict) => conflict.column("institution_id").doUpdateSet(values))
    .execute();
  return true;
};
