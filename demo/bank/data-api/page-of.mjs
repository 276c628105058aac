import { Refusal } from "./refusal.mjs";

const MAX_ROWS = 500;

/**
 * One page of a list, and the key of the next one. A key names the last row of the previous page: new rows
 * neither repeat nor hide others.
 * @template {{ id: string }} Row
 * @param {readonly Row[]} rows
 * @param {URLSearchParams} query
 */
export const pageOf = (rows, query) => {
  const limit = Number(query.get("limit") ?? 100);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_ROWS)
    throw new Refusal(400, "704", `limit has to be a number from 1 to ${MAX_ROWS}.`);
  const key = query.get("pageKey");
  const before = key === null ? -1 : rows.findIndex(({ id }) => id === decode(key));
  if (key !== null && before < 0)
    throw new Refusal(400, "704", "pageKey is not one of this list's.");
  const page = rows.slice(before + 1, before + 1 + limit);
  const last = page.at(-1);
  const isLast = before + 1 + limit >= rows.length;
  return {
    rows: page,
    page: {
      ...(!isLast && last && { nextPageKey: encode(last.id) }),
      totalElements: rows.length,
    },
  };
};

/** @param {string} id */
const encode = (id) => Buffer.from(id).toString("base64url");

/** @param {string} key */
const decode = (key) => Buffer.from(key, "base64url").toString();
