// Makes the server's calls to its store, for Items, clients and times of a filled store.

import { deliveries, lists } from "./workload/dashboard.mjs";
import { reads, transactions } from "./workload/items.mjs";
import { cleanup, jobs } from "./workload/jobs.mjs";
import { linking } from "./workload/link.mjs";
import { peopleAndUsers } from "./workload/users.mjs";

/** Every step by its name; `store` is the store, `now` the time at which it was filled, `name` a new name. */
export const workload = async (step, store, { now, name }) => {
  const LARGE = "client-0";
  const SMALL = "client-7";
  await linking(step, store, { now, name, clientId: LARGE });
  await reads(step, store, { now, name });
  await transactions(step, store, { now, name });
  await lists(step, store, { now, clients: { large: LARGE, small: SMALL } });
  await deliveries(step, store, { now, name, clientId: LARGE });
  await peopleAndUsers(step, store, { now, name, clientId: LARGE });
  await jobs(step, store, { now, name });
  await cleanup(step, store, { now });
};
