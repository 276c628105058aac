import { expect, test } from "vitest";
import type { ContractContext } from "./contract-context.ts";
import { NOW, sampleClient, sampleItem, sampleToken } from "./samples.ts";

/** The contract of every store for public tokens. */
export const publicTokensContract = ({ empty }: ContractContext): void => {
  /** A store with the public token `public-1`. */
  const withToken = async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    await store.items.create(sampleItem("1"));
    return store;
  };
  const { digest, expiresAt } = sampleToken("1");

  test("an Item may be issued more public tokens", async () => {
    const { publicTokens } = await withToken();
    const another = sampleToken("1", { digest: "another", expiresAt: NOW + 5 });
    await publicTokens.issue(another);
    expect(await publicTokens.byDigest("another")).toEqual(another);
    expect(await publicTokens.byDigest(digest)).toEqual(sampleToken("1"));
    expect(await publicTokens.byDigest("unknown")).toBeNull();
  });

  test("a public token is for an Item and a client that exist, and has a digest of its own", async () => {
    const { publicTokens } = await withToken();
    const issue = (changes: Parameters<typeof sampleToken>[1]) =>
      publicTokens.issue(sampleToken("1", { digest: "another", ...changes }));
    await expect(issue({ itemId: "item-2" })).rejects.toThrow();
    await expect(issue({ clientId: "nobody" })).rejects.toThrow();
    await expect(issue({ digest })).rejects.toThrow();
    expect(await publicTokens.byDigest("another")).toBeNull();
    expect(await publicTokens.byDigest(digest)).toEqual(sampleToken("1"));
  });

  test("a public token is redeemed once, and keeps the time of that", async () => {
    const { publicTokens } = await withToken();
    await publicTokens.issue(sampleToken("1", { digest: "another" }));
    expect(await publicTokens.redeem(digest, NOW + 1)).toBe(true);
    expect(await publicTokens.redeem(digest, NOW + 2)).toBe(false);
    expect(await publicTokens.byDigest(digest)).toEqual(sampleToken("1", { exchangedAt: NOW + 1 }));
    expect(await publicTokens.byDigest("another")).toMatchObject({ exchangedAt: null });
  });

  test("a public token is valid until its last millisecond, and not after", async () => {
    const { publicTokens } = await withToken();
    for (const late of [expiresAt, expiresAt + 1, expiresAt * 2])
      expect(await publicTokens.redeem(digest, late)).toBe(false);
    expect(await publicTokens.byDigest(digest)).toMatchObject({ exchangedAt: null });
    expect(await publicTokens.redeem(digest, expiresAt - 1)).toBe(true);
  });

  test("an unknown public token is not redeemed", async () => {
    const { publicTokens } = await withToken();
    expect(await publicTokens.redeem("unknown", NOW)).toBe(false);
  });

  test("exactly one of 200 calls that redeem a public token at once succeeds", async () => {
    const { publicTokens } = await withToken();
    const calls = Array.from({ length: 200 }, (_, n) => publicTokens.redeem(digest, NOW + n));
    const answers = await Promise.all(calls);
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await publicTokens.byDigest(digest)).toMatchObject({
      exchangedAt: NOW + answers.indexOf(true),
    });
  });
};
