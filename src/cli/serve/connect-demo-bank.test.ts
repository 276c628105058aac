import { expect, test } from "vitest";
import { testApp } from "../../testing/test-app/test-app.ts";
import { connectDemoBank, disconnectDemoBank } from "./connect-demo-bank.ts";

test("the demo bank is connected once, and again after it has moved", async () => {
  const app = await testApp();
  const { institutions } = app.services.store;
  const declaration = { issuer: "http://localhost:8082", clientId: "service-link" };
  await connectDemoBank(app.services, declaration);
  const revision = await institutions.revision();
  await connectDemoBank(app.services, declaration);
  expect(await institutions.revision()).toBe(revision);
  app.advanceClock(2000);
  const query = { institution_id: "ins_900001", country_codes: ["US"] };
  const { institution } = await app.call("/institutions/get_by_id", query);
  expect(institution).toMatchObject({ name: "Lanternfield Bank", oauth: true });
  await connectDemoBank(app.services, { ...declaration, issuer: "http://localhost:8083" });
  expect(await institutions.connections()).toMatchObject([
    { issuer: "http://localhost:8083", dataUrl: "http://localhost:8083/fdx/v6" },
  ]);
});

test("a start without the demo bank removes it", async () => {
  const { services } = await testApp();
  const { institutions } = services.store;
  await connectDemoBank(services, { issuer: "http://localhost:8082", clientId: "service-link" });
  await disconnectDemoBank(services);
  await disconnectDemoBank(services);
  expect([await institutions.all(), await institutions.connections()]).toEqual([[], []]);
});
