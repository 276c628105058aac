import { expect, test } from "vitest";
import { enrich } from "./enrich.ts";
import { loadKnowledge } from "./knowledge.ts";
import { phoneNumberIn } from "./phone-number.ts";

test.each([
  ["NETFLIX.COM 866-579-7172 CA", "+18665797172"],
  ["GEICO *AUTO (800) 841-3000 DC", "+18008413000"],
  ["PP*UBER TRIP 8005928996 CA", "+18005928996"],
  ["ACME 1-888-280-4331 WA", "+18882804331"],
  ["TELCO AG +49 30 1234567", "+49301234567"],
  ["COINBASE INC. 888.908.7930", "+18889087930"],
])("%s has the phone number %s", (description, number) => {
  expect(phoneNumberIn(description)).toBe(number);
});

test.each([
  "CHECK 1043",
  "PPD ID: 9111111103",
  "CARD 4412 0612-3344-5566 02",
  "REF 2024-06-03T18:22:11",
  "IBAN DE89370400440532013000",
  "SHOP 100-200-3000",
  "+1",
])("%s has no phone number", (description) => {
  expect(phoneNumberIn(description)).toBe(null);
});

test("the number is the merchant's, or that of the payment service in front of it", async () => {
  const knowledge = await loadKnowledge();
  const parties = (description: string) =>
    enrich(knowledge, { description, amount: 9, country: "US" }).counterparties.map(
      ({ name, phone_number }) => [name, phone_number],
    );
  expect(parties("NETFLIX.COM 866-579-7172 CA")).toEqual([["Netflix", "+18665797172"]]);
  expect(parties("PAYPAL *SPOTIFY 402-935-7733 CA")).toEqual([
    ["Spotify", null],
    ["PayPal", "+14029357733"],
  ]);
});
