import { expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";

/** Holds each call until all calls have arrived. */
const meetingOf = (count: number) => {
  let [arrivals, open] = [0, () => {}];
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    arrive: () => {
      if (++arrivals === count) open();
      return all;
    },
  };
};

test("a removal and a rotation at once: one wins, and the other returns why it lost", async () => {
  const app = await testApp();
  // Both calls read the Item before either ends it.
  let meeting: ReturnType<typeof meetingOf> | undefined;
  const { client_id, secret } = app.keys;
  const { items } = app.services.store;
  const { findByAccessToken } = items;
  items.findByAccessToken = async (accessTokenDigest) => {
    const row = await findByAccessToken(accessTokenDigest);
    await meeting?.arrive();
    return row;
  };
  const outcomes = new Set<string>();
  for (let n = 0; n < 8; n++) {
    const { access_token } = await app.link();
    const body = { client_id, secret, access_token };
    const calls = [
      () => app.post("/item/remove", body),
      () => app.post("/item/access_token/invalidate", body),
    ];
    const both = meetingOf(2);
    meeting = both;
    // A call that ends without a read must not leave the other call waiting.
    const requests = (n % 2 === 0 ? calls : calls.toReversed()).map((call) =>
      call().finally(both.arrive),
    );
    const answers = await Promise.all(n % 2 === 0 ? requests : requests.toReversed());
    meeting = undefined;
    const [removal, rotation] = answers.map(
      ({ status, body: { error_code } }) => error_code ?? status,
    );
    outcomes.add(`${removal} ${rotation}`);
    const after = async (token: unknown) =>
      (await app.post("/item/get", { client_id, secret, access_token: token })).body.error_code;
    if (removal === 200) {
      expect(rotation).toBe("ITEM_NOT_FOUND");
      expect(await after(access_token)).toBe("ITEM_NOT_FOUND");
    } else {
      expect([removal, rotation]).toEqual(["INVALID_ACCESS_TOKEN", 200]);
      expect(await after(answers[1]?.body.new_access_token)).toBeUndefined();
      expect(await after(access_token)).toBe("INVALID_ACCESS_TOKEN");
    }
  }
  expect(outcomes).toEqual(new Set(["200 ITEM_NOT_FOUND", "INVALID_ACCESS_TOKEN 200"]));
});
