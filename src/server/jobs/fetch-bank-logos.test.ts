import { expect, test } from "vitest";
import { png } from "../../testing/test-app/png.ts";
import { aggregatorApp, plainBank } from "../connectors/enable-banking/aggregator-app.fixture.ts";
import { mockServer } from "../connectors/mock-server.fixture.ts";
import { DAY_MS } from "../domain/calendar.ts";

test("the logo of a bank is fetched once, and one that cannot be fetched is not asked for again", async () => {
  const pictures = await mockServer((_, { pathname }) =>
    pathname === "/good.png"
      ? { headers: { "content-type": "image/png" }, body: png(96, 96) }
      : { status: 404 },
  );
  const { app, idOf, refresh } = await aggregatorApp({
    banks: [
      plainBank({ logo: `${pictures.origin}/good.png` }),
      plainBank({ name: "Fjord Bank", bic: "FJORFIHH", logo: `${pictures.origin}/none.png` }),
    ],
  });
  const fetchLogo = async (name: string) => {
    const id = await idOf(name);
    const all = await app.services.store.institutions.all();
    return all.find(({ institutionId }) => institutionId === id)?.logo?.isStored;
  };
  for (let day = 0; day < 3; day++) {
    app.advanceClock(DAY_MS);
    await app.runJobs();
    await refresh();
  }
  expect([await fetchLogo("Harbour Bank"), await fetchLogo("Fjord Bank")]).toEqual([true, false]);
  expect(pictures.requests.map(({ url }) => url.pathname).toSorted()).toEqual([
    "/good.png",
    "/none.png",
  ]);
});
