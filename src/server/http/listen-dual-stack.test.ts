import { promises } from "node:dns";
import { expect, onTestFinished, test, vi } from "vitest";
import { testApp } from "../../testing/test-app/test-app.ts";

/** A name with both of this machine's addresses, independent of its hosts file. */
const lookupOf = (...addresses: string[]) => {
  const entries = addresses.map((address) => ({ address, family: 4 }));
  const lookup = vi.spyOn(promises, "lookup").mockResolvedValue(entries as never);
  onTestFinished(() => lookup.mockRestore());
};

test("a server is reached at every address of its name, until it stops", async () => {
  lookupOf("127.0.0.1", "127.0.0.2", "203.0.113.1");
  const app = await testApp();
  const port = await app.listen({ host: "127.0.0.1", port: 0 });
  const request = () =>
    Promise.all(
      ["127.0.0.1", "127.0.0.2"].map(async (host) => {
        const answer = await fetch(`http://${host}:${port}/categories/get`, { method: "POST" });
        return answer.status;
      }),
    );
  expect(await request()).toEqual([400, 400]);
  await app.close();
  await expect(fetch(`http://127.0.0.2:${port}/`)).rejects.toThrow();
});
