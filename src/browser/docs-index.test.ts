import { expect, test } from "vitest";
import { referencePage, searchIndex } from "../../scripts/docs/search-index.mjs";
import { searchPages } from "./docs-index.ts";

const section = (heading: string, words: string) => ({
  anchor: heading.toLowerCase().replaceAll(" ", "-"),
  heading,
  words: `${heading} ${words}`,
});

const INDEX = searchIndex([
  {
    address: "/docs/webhooks",
    title: "Webhooks",
    sections: [
      section("Webhooks", "The server sends events."),
      section("Signatures", "Each webhook is signed; verify request_body_sha256."),
    ],
  },
  {
    address: "/docs/node",
    title: "A client for Node",
    sections: [section("Verification", "verifyWebhook checks the signature of a webhook.")],
  },
]);

const headings = (text: string) => searchPages(INDEX, text).map(({ heading }) => heading);

test("a section is found by each beginning of its words, in any case", () => {
  expect(headings("SIGN")).toEqual(["Signatures", "Verification"]);
  expect(searchPages(INDEX, "verifyw")).toEqual([
    { href: "/docs/node#verification", page: "A client for Node", heading: "Verification" },
  ]);
});

test("a section has to have all words of a search", () => {
  expect(headings("webhook signed")).toEqual(["Signatures"]);
  expect(headings("webhook absent")).toEqual([]);
});

test("a heading counts more than a text, and a part of a field's name finds it", () => {
  expect(headings("webhook")[0]).toBe("Webhooks");
  expect(headings("sha256")).toEqual(["Signatures"]);
  expect(headings("request_body")).toEqual(["Signatures"]);
});

test("a text without words, or with the names of an object's own properties, finds nothing", () => {
  for (const text of ["", "  ", "!?", "__proto__", "constructor", "the"])
    expect(headings(text), text).toEqual([]);
});

test("the paths of the API are found by their parts and by their summary, and lead into the reference", () => {
  const operations = `
  /** Retrieve the numbers of an Item's accounts. */
  authGet: Operation<AuthGetRequest, AuthGetResponse>;
  /** Search institutions by name. */
  institutionsSearch: Operation<A, B>;
`;
  const paths = `
  authGet: "/auth/get",
  institutionsSearch: "/institutions/search",
`;
  const index = searchIndex([referencePage(operations, paths)]);
  const authGet = { href: "/docs#auth_get", page: "API reference", heading: "/auth/get" };
  expect(searchPages(index, "auth get")).toEqual([authGet]);
  expect(searchPages(index, "numbers")).toEqual([authGet]);
  expect(searchPages(index, "institution name").map(({ heading }) => heading)).toEqual([
    "/institutions/search",
  ]);
});
