import type { Application } from "../application.ts";
import type { Part, PartContext } from "./part.ts";

const HOUR_MS = 3_600_000;

/** Users of applications: one id per person, until the user and its data are removed. */
export const createUsers = ({ world, applications, people }: PartContext): Part => {
  const draw = world.draw("users");
  let names = 0;
  type User = { application: Application; name: string; userId: string; isGone: boolean };
  const users: User[] = [];
  const removed = new Set<string>();

  const create = async (application: Application, name: string): Promise<string | null> => {
    const answer = await application.call("/user/create", {
      ...{ client_user_id: name, with_upgraded_user: true },
      identity: toIdentity(name),
    });
    return answer && answer.status < 300 ? String(answer.body.user_id) : null;
  };

  const begin = async (): Promise<void> => {
    const application = draw.pick(applications);
    const name = draw.chance(0.5) ? `user-${++names}` : draw.pick(people);
    if (
      users.some((user) => !user.isGone && user.name === name && user.application === application)
    )
      return;
    // A removed user's name would give a different user.
    if (application.removedUsers.has(name)) return;
    // Two concurrent calls give the same user.
    const other = { id: null as string | null };
    if (draw.chance(0.5))
      world.scheduler.start(application.name, null, async () => {
        other.id = await create(application, name);
        if (other.id !== null && userId !== null) requireSame(other.id, userId, name);
      });
    let userId: string | null = null;
    userId = await create(application, name);
    if (userId === null) return;
    if (other.id !== null) requireSame(other.id, userId, name);
    world.require(!removed.has(userId), () => `${name} has the id of a removed user`);
    users.push({ application, name, userId, isGone: false });
    application.userIds.set(name, userId);
  };

  const requireSame = (one: string, other: string, name: string): void =>
    world.require(one === other, () => `${name} has the two ids ${one} and ${other}`);

  const look = async (user: User): Promise<void> => {
    const { application, name, userId } = user;
    const answer = await application.call("/user/get", { user_id: userId });
    if (answer?.status !== 200 || user.isGone) return;
    world.require(
      answer.body.client_user_id === name,
      () => `/user/get of ${userId} answers about ${String(answer.body.client_user_id)}`,
    );
    const text = JSON.stringify(answer.body);
    world.require(
      text.includes(toIdentity(name).name.family_name),
      () => `/user/get of ${userId} has lost its identity: ${text}`,
    );
    await listItems(user);
    const other = draw.pick(applications);
    const foreign = await other.call("/user/get", { user_id: userId });
    world.require(
      other === application || foreign === null || foreign.status !== 200,
      () => `${other.name} reads the user ${userId} of ${application.name}`,
    );
  };

  /** A user's Items equal the application's Items of the person. */
  const listItems = async ({ application, name, userId }: User): Promise<void> => {
    const before = application.items.filter(({ isGone }) => isGone);
    const answer = await application.call("/user/items/get", { user_id: userId });
    if (answer?.status !== 200) return;
    const listed = (answer.body as { items: { item_id: string }[] }).items;
    for (const { item_id } of listed) {
      const item = application.items.find(({ itemId }) => itemId === item_id);
      world.require(
        !item || (item.username === name && !before.includes(item)),
        () => `the user ${userId} has the Item ${item_id} of ${item?.username}`,
      );
    }
  };

  const remove = async (user: User): Promise<void> => {
    const { application, userId } = user;
    const { name } = user;
    user.isGone = true;
    application.userIds.delete(name);
    application.removedUsers.add(name);
    const answer = await application.call("/user/remove", { user_id: userId });
    if (answer?.status !== 200) return;
    removed.add(userId);
    const list = await application.call("/user/items/get", { user_id: userId });
    world.require(
      list === null || list.status !== 200,
      () => `/user/items/get answers about the removed user ${userId}`,
    );
    const again = await application.call("/user/get", { user_id: userId });
    world.require(
      again === null || again.status !== 200,
      () => `/user/get answers about the removed user ${userId}`,
    );
  };

  return {
    name: "users",
    meanMs: 18 * HOUR_MS,
    act: async () => {
      const live = users.filter(({ isGone }) => !isGone);
      if (live.length === 0 || draw.chance(0.3)) return begin();
      const user = draw.pick(live);
      await (draw.chance(0.25) ? remove(user) : look(user));
    },
  };
};

const toIdentity = (name: string) => ({
  ...{ name: { given_name: "A", family_name: `Family of ${name}` }, date_of_birth: "1990-04-23" },
  emails: [{ data: `${name}@mail.example`, primary: true }],
  phone_numbers: [{ data: "+14155550010", primary: true }],
  addresses: [
    {
      ...{ street_1: "1 Main Street", city: "San Francisco", region: "CA", country: "US" },
      ...{ postal_code: "94105", primary: true },
    },
  ],
});
