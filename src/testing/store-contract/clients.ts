import { expect, test } from "vitest";
import { REVOKE_JOB } from "../../server/domain/connectors/revoke-job.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW, removeClient, sampleClient, sampleItem, sampleJob } from "./samples.ts";

/** The contract of every store for clients. */
export const clientsContract = ({ empty }: ContractContext): void => {
  test("a client is found by its id and by its public key", async () => {
    const { clients } = await empty();
    const client = sampleClient({
      publicKeyEnabled: false,
      allowedOrigins: ["https://z.example", "https://a.example", "http://localhost:8080"],
    });
    await clients.add(client);
    await clients.add(sampleClient({ clientId: "client-2", publicKey: "public-key-2" }));
    expect(await clients.byClientId("client-1")).toEqual(client);
    expect(await clients.byPublicKey("public-key-1")).toEqual(client);
  });

  test("the legacy user API of a client is switched on and off", async () => {
    const { clients } = await empty();
    await clients.add(sampleClient());
    for (const legacyUserApi of [true, false]) {
      await clients.setLegacyUserApi("client-1", legacyUserApi);
      expect(await clients.byClientId("client-1")).toEqual(sampleClient({ legacyUserApi }));
    }
  });

  test("unknown ids and public keys find no client", async () => {
    const { clients } = await empty();
    await clients.add(sampleClient());
    expect(await clients.byClientId("CLIENT-1")).toBeNull();
    expect(await clients.byPublicKey("client-1")).toBeNull();
  });

  test("the first client is the oldest one; an empty store has none", async () => {
    const { clients } = await empty();
    expect(await clients.first()).toBeNull();
    for (const [name, createdAt] of [
      ["b", NOW],
      ["c", NOW - 1],
      ["a", NOW + 1],
    ] as const)
      await clients.add(
        sampleClient({ clientId: name, publicKey: name, allowedOrigins: [], createdAt }),
      );
    expect(await clients.first()).toMatchObject({ clientId: "c" });
  });

  test.each([
    ["client_id", { clientId: "client-1", publicKey: "public-key-2" }],
    ["public key", { clientId: "client-2", publicKey: "public-key-1" }],
  ])("no two clients have the same %s", async (_, field) => {
    const { clients } = await empty();
    await clients.add(sampleClient());
    const second = sampleClient({ ...field, allowedOrigins: ["https://other.example"] });
    await expect(clients.add(second)).rejects.toThrow();
    expect(await clients.byClientId("client-1")).toEqual(sampleClient());
    expect(await clients.byClientId("client-2")).toBeNull();
    expect(await clients.originsOfClientsWith("https://other.example")).toEqual([]);
  });

  test("an origin is known with all others of every client that registered exactly it", async () => {
    const { clients } = await empty();
    await clients.add(sampleClient());
    await clients.add(
      sampleClient({
        clientId: "client-2",
        publicKey: "public-key-2",
        allowedOrigins: ["https://shop.example", "https://other.example"],
      }),
    );
    await clients.add(
      sampleClient({
        clientId: "client-3",
        publicKey: "public-key-3",
        allowedOrigins: ["https://third.example"],
      }),
    );
    const both = ["https://other.example", "https://shop.example"];
    expect(await clients.originsOfClientsWith("https://shop.example")).toEqual(both);
    expect(await clients.originsOfClientsWith("https://other.example")).toEqual(both);
    expect(await clients.originsOfClientsWith("https://third.example")).toEqual([
      "https://third.example",
    ]);
    for (const origin of ["https://shop.example:8443", "https://SHOP.example", "%"])
      expect(await clients.originsOfClientsWith(origin)).toEqual([]);
  });

  test("an origin is added once, behind the others, and taken away, of that client only", async () => {
    const { clients } = await empty();
    const other = sampleClient({
      clientId: "client-2",
      publicKey: "public-key-2",
      allowedOrigins: ["https://a.example"],
    });
    await clients.add(sampleClient({ allowedOrigins: ["https://c.example", "https://b.example"] }));
    await clients.add(other);
    const origins = async () => (await clients.byClientId("client-1"))?.allowedOrigins;
    for (const _ of ["first", "again"])
      expect(await clients.allowOrigin("client-1", "https://a.example", 3)).toBe(true);
    expect(await origins()).toEqual([
      "https://c.example",
      "https://b.example",
      "https://a.example",
    ]);
    await clients.disallowOrigin("client-1", "https://c.example");
    await clients.disallowOrigin("client-1", "https://none.example");
    await clients.allowOrigin("client-1", "https://d.example", 3);
    expect(await origins()).toEqual([
      "https://b.example",
      "https://a.example",
      "https://d.example",
    ]);
    await clients.disallowOrigin("client-1", "https://a.example");
    expect(await clients.byClientId("client-2")).toEqual(other);
    expect(await clients.originsOfClientsWith("https://c.example")).toEqual([]);
  });

  test("no more origins are added than a client may have; those it has stay", async () => {
    const { clients } = await empty();
    await clients.add(sampleClient());
    expect(await clients.allowOrigin("client-1", "https://a.example", 2)).toBe(true);
    expect(await clients.allowOrigin("client-1", "https://b.example", 2)).toBe(false);
    expect(await clients.allowOrigin("client-1", "https://a.example", 2)).toBe(true);
    expect((await clients.first())?.allowedOrigins).toEqual([
      "https://shop.example",
      "https://a.example",
    ]);
  });

  test("a client's account selection is set for that client only", async () => {
    const { clients } = await empty();
    const other = sampleClient({ clientId: "client-2", publicKey: "public-key-2" });
    await clients.add(sampleClient());
    await clients.add(other);
    await clients.setAccountSelection("client-1", "disabled");
    expect((await clients.byClientId("client-1"))?.accountSelection).toBe("disabled");
    expect(await clients.byClientId("client-2")).toEqual(other);
  });

  test("a client's default version is set for that client only", async () => {
    const { clients } = await empty();
    const other = sampleClient({ clientId: "client-2", publicKey: "public-key-2" });
    await clients.add(sampleClient());
    await clients.add(other);
    await clients.setDefaultVersion("client-1", "2018-05-22");
    expect((await clients.byClientId("client-1"))?.defaultVersion).toBe("2018-05-22");
    expect(await clients.byClientId("client-2")).toEqual(other);
  });

  test("an origin of a client that does not exist is refused", async () => {
    const { clients } = await empty();
    await expect(clients.allowOrigin("nobody", "https://a.example", 9)).rejects.toThrow();
    expect(await clients.originsOfClientsWith("https://a.example")).toEqual([]);
  });

  test("origins that cannot be written leave everything as it was", async () => {
    const { clients } = await empty();
    const badOrigins: string[] = JSON.parse('["https://a.example", null]');
    await expect(clients.add(sampleClient({ allowedOrigins: badOrigins }))).rejects.toThrow();
    expect(await clients.first()).toBeNull();
  });

  test("redirect URIs are added and removed one at a time, in order, and never beyond the most", async () => {
    const { clients, redirectUris } = await empty();
    for (const clientId of ["client-1", "client-2"])
      await clients.add(sampleClient({ clientId, publicKey: clientId, allowedOrigins: [] }));
    const uris = ["https://z.example/", "https://a.example/", "https://m.example/"];
    for (const uri of uris) expect(await redirectUris.allow("client-1", uri, 3)).toBe(true);
    expect(await redirectUris.allow("client-1", "https://a.example/", 3)).toBe(true);
    expect(await redirectUris.allow("client-1", "https://b.example/", 3)).toBe(false);
    expect(await redirectUris.allow("client-2", "https://b.example/", 3)).toBe(true);
    expect(await redirectUris.of("client-1")).toEqual(uris);
    await redirectUris.disallow("client-1", "https://a.example/");
    await redirectUris.disallow("client-1", "https://b.example/");
    expect(await redirectUris.of("client-1")).toEqual(["https://z.example/", "https://m.example/"]);
    expect(await redirectUris.of("client-2")).toEqual(["https://b.example/"]);
    await clients.remove("client-1", { onlyEmpty: true, now: NOW });
    expect(await redirectUris.of("client-1")).toEqual([]);
  });

  test("a client's brand is set as a whole, except for an omitted logo", async () => {
    const { clients, brands } = await empty();
    for (const clientId of ["client-1", "client-2"])
      await clients.add(sampleClient({ clientId, publicKey: clientId, allowedOrigins: [] }));
    const logo = { png: Buffer.from([0, 1, 255]), digest: "digest-1", width: 96, height: 48 };
    const shape = { digest: "digest-1", width: 96, height: 48 };
    const look = { mode: "dark", radius: 4, font: "Georgia", hasTrustPane: true } as const;
    expect(await brands.of("client-1")).toBeNull();
    await brands.set("client-1", { name: "Shop", accent: "#0b5c6b", ...look, logo });
    await brands.set("client-2", { name: "", accent: null, ...look, logo });
    expect(await brands.of("client-1")).toEqual({
      name: "Shop",
      accent: "#0b5c6b",
      ...look,
      logo: shape,
    });
    await brands.set("client-1", { name: "", accent: null, ...look });
    expect(await brands.of("client-1")).toEqual({ name: "", accent: null, ...look, logo: shape });
    expect(await brands.logo("digest-1")).toEqual(logo.png);
    await brands.set("client-1", { name: "", accent: null, ...look, logo: null });
    expect(await brands.logo("digest-1")).toEqual(logo.png);
    await clients.remove("client-2", { onlyEmpty: true, now: NOW });
    expect(await brands.logo("digest-1")).toBeNull();
  });

  test("a client's jobs are deleted with it, except for revocations that need no Item", async () => {
    const store = await empty();
    const { clients, items, jobs } = store;
    for (const clientId of ["client-1", "client-2"])
      await clients.add(sampleClient({ clientId, publicKey: clientId, allowedOrigins: [] }));
    await items.create(sampleItem("1"));
    const revoke = (name: string, sealed_state: string | null, more = {}) =>
      sampleJob(name, { name: REVOKE_JOB, payload: { item_id: "item-1", sealed_state, ...more } });
    // More than one batch: Items of this client, and Items that do not exist.
    const others = Array.from({ length: 1200 }, (_, n) =>
      sampleJob(`other-${n}`, { name: "other", payload: { item_id: `item-of-nobody-${n}` } }),
    );
    await jobs.add([
      ...others,
      sampleJob("of-item"),
      sampleJob("of-client", { payload: { client_id: "client-1", item_id: null } }),
      sampleJob("of-another", { name: "other", payload: { client_id: "client-2" } }),
      revoke("kept", "sealed"),
      revoke("kept-too", null, { sealed_return: "sealed" }),
      revoke("gone", null),
    ]);
    await removeClient(store, "client-1");
    expect(await jobs.count("sample")).toBe(0);
    expect(await jobs.count(REVOKE_JOB)).toBe(2);
    expect(await jobs.count("other")).toBe(others.length + 1);
  });
};
