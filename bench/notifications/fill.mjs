// The Items of an institution's notification, each with a separate account, and the requests about
// them.

import { randomUUID } from "node:crypto";
import SQLite from "better-sqlite3";
import { digest, sealCredentials } from "../../dist/bench/parts.js";

const CREDENTIALS = { username: "user_good", password: "pass_good" };

/**
 * Copies an Item many times, with a login that the sandbox accepts. Returns a notification's
 * elements.
 */
export const copyItem = ({ services }, file, itemId, count) => {
  const database = new SQLite(file);
  const item = database.prepare("select * from item where item_id = ?").get(itemId);
  const account = database.prepare("select * from item_account where item_id = ?").get(itemId);
  const insertItem = database.prepare(insertOf("item", item));
  const insertAccount = database.prepare(insertOf("item_account", account));
  const copy = (n) => {
    const item_id = `${itemId}-${n}`.padEnd(37, "x");
    const access_token = `access-sandbox-${randomUUID()}`;
    const sealed_login = sealCredentials(services, item_id, CREDENTIALS);
    insertItem.run({
      ...item,
      item_id,
      sealed_login,
      access_token_digest: digest(access_token),
    });
    insertAccount.run({ ...account, item_id });
    return elementOf(item, access_token, account.account_id);
  };
  const elements = database.transaction(() => Array.from({ length: count }, (_, n) => copy(n)))();
  database.close();
  return elements;
};

const elementOf = ({ institution_id }, access_token, account_id) => ({
  access_token,
  account_id,
  institution_id,
  new_since: new Date().toISOString().slice(0, 10),
  new_open: 0,
  new_close: 0,
  new_statement: 1,
  new_information: 0,
  new_other: 0,
});

const insertOf = (table, row) => {
  const columns = Object.keys(row);
  return `insert into ${table} (${columns}) values (${columns.map((column) => `@${column}`)})`;
};

/** Creates a baseline: parses a body, and inserts a row per element in one durable transaction. */
export const createBaseline = (file, text) => {
  const database = new SQLite(file);
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  const columns = Object.keys(JSON.parse(text).notifications[0]);
  database.exec(`create table notification (round integer, ${columns})`);
  const insert = database.prepare(
    `insert into notification values (@round, ${columns.map((column) => `@${column}`)})`,
  );
  const insertAll = database.transaction((round, elements) => {
    for (const element of elements) insert.run({ round, ...element });
  });
  let round = 0;
  return {
    run: () => insertAll(round++, JSON.parse(text).notifications),
    close: () => database.close(),
  };
};
