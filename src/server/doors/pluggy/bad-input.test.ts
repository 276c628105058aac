import { expect, test } from "vitest";
import { program } from "./pluggy.fixture.ts";

test("a bad field is named, changes nothing, and is not echoed", async () => {
  const { refusal, first, accounts } = await program();
  const account = accounts[0]?.id;
  const uuid = "1b0f3cd5-c902-4836-b68b-04cbd847f99a";
  const bad: readonly [
    Parameters<typeof refusal>[0],
    string,
    object | string | undefined,
    number,
    string,
  ][] = [
    ["GET", "/accounts", undefined, 400, "itemId is missing"],
    ["GET", "/accounts?itemId=secret", undefined, 400, "itemId must be a UUID"],
    ["GET", `/accounts?itemId=${uuid}`, undefined, 404, "no item"],
    [
      "GET",
      `/accounts?itemId=${first.id}&type=LOAN`,
      undefined,
      400,
      "type must be BANK or CREDIT",
    ],
    [
      "GET",
      `/accounts?itemId=${first.id}&itemId=${first.id}`,
      undefined,
      400,
      "itemId must be given once",
    ],
    ["GET", `/accounts/${uuid}`, undefined, 404, "no account"],
    ["GET", "/accounts/1", undefined, 400, "id must be a UUID"],
    ["GET", "/items?limit=2", undefined, 400, "limit is not a parameter"],
    ["GET", "/items/1", undefined, 400, "id must be a UUID"],
    ["GET", "/transactions", undefined, 400, "accountId is missing"],
    ["GET", `/transactions?accountId=${account}&from=today`, undefined, 400, "from must be a day"],
    ["GET", `/transactions?accountId=${account}&to=2026-02-30`, undefined, 400, "to must be a day"],
    [
      "GET",
      `/transactions?accountId=${account}&from=2026-01-02&to=2026-01-01`,
      undefined,
      400,
      "from must not be after to",
    ],
    [
      "GET",
      `/transactions?accountId=${account}&page=0`,
      undefined,
      400,
      "page must be a whole number",
    ],
    [
      "GET",
      `/transactions?accountId=${account}&pageSize=501`,
      undefined,
      400,
      "pageSize must be a whole number from 1 to 500",
    ],
    ["GET", `/transactions?accountId=${account}&ids=1,2`, undefined, 400, "ids must be a UUID"],
    [
      "GET",
      `/transactions?accountId=${account}&createdAtFrom=2026-01-01`,
      undefined,
      400,
      "createdAtFrom is not available here: use from",
    ],
    [
      "GET",
      `/v2/transactions?accountId=${account}&after=secret`,
      undefined,
      400,
      "after must be the cursor",
    ],
    [
      "GET",
      `/v2/transactions?accountId=${account}&after=WzEsMiwzLDRd`,
      undefined,
      400,
      "after must be the cursor",
    ],
    ["GET", `/transactions/${uuid}`, undefined, 404, "no transaction"],
    ["GET", "/connectors?countries=XX", undefined, 400, "countries must be a list of these"],
    ["GET", "/connectors?types=BANK", undefined, 400, "types must be a list of these"],
    ["GET", "/connectors?sandbox=1", undefined, 400, "sandbox must be true or false"],
    ["GET", "/connectors/ins_1", undefined, 400, "id must be the number of a connector"],
    ["POST", "/auth", "{", 400, "the body must be JSON"],
    ["POST", "/auth", { clientId: 1 }, 400, "clientId must be a value of type string"],
    ["POST", "/connect_token", { itemId: "1" }, 400, "itemId must be a valid uuid"],
    ["POST", "/connect_token", { itemId: uuid }, 404, "no item"],
    [
      "POST",
      "/connect_token",
      { options: { webhookUrl: "x" } },
      400,
      "options.webhookUrl must be a valid url",
    ],
    ["POST", "/connect_token", { options: { user: "x" } }, 400, "user is not a field"],
    [
      "POST",
      "/connect_token",
      { options: { oauthRedirectUri: "https://elsewhere.example/" } },
      400,
      "options.oauthRedirectUri",
    ],
    [
      "PATCH",
      `/items/${first.id}`,
      { parameters: { password: "secret" } },
      400,
      "parameters must be left out",
    ],
    ["POST", "/items", { connectorId: 1, parameters: { password: "secret" } }, 403, "connectUrl"],
    ["PATCH", `/transactions/${uuid}`, { categoryId: "1" }, 403, "applications read"],
  ];
  for (const [method, path, body, code, message] of bad) {
    const failure = await refusal(method, path, body);
    expect([path, failure.code, failure.message]).toEqual([
      path,
      code,
      expect.stringContaining(message),
    ]);
    expect(failure.message).not.toContain("secret");
  }
});
