import { screen } from "@testing-library/preact";
import { afterEach, expect, test, vi } from "vitest";
import { client } from "../client.fixture.ts";
import { answers, failure, openAt, success } from "../open-dashboard.fixture.tsx";

afterEach(() => void vi.restoreAllMocks());

/** Returns the text of the file that is saved next. */
const nextFile = () => {
  let blob = new Blob();
  URL.createObjectURL = (object) => {
    blob = object as Blob;
    return "blob:file";
  };
  URL.revokeObjectURL = () => undefined;
  return new Promise<{ name: string; text: string }>((resolve) => {
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(async function (
      this: HTMLAnchorElement,
    ) {
      resolve({ name: this.download, text: await blob.text() });
    });
  });
};

const ITEM = {
  item_id: "item-1",
  client_id: client.client_id,
  client_name: "Shop",
  institution_id: "ins_1",
  institution_name: ' =HYPERLINK("x")\n;＝1+1',
  state: "good",
  error_code: null,
  products: ["auth", "transactions"],
  created_at: Date.UTC(2030, 0, 2),
  pulled_at: null,
};

test("a list is downloaded page by page, narrowed as it is, without a cell that a spreadsheet takes for a formula", async () => {
  const file = nextFile();
  const { user, requests } = await openAt(
    "/dashboard/items?state=error&after=5.item-0",
    success(),
    answers({ rows: [ITEM], next: "4.item-1" }),
    answers({ rows: [ITEM], next: "4.item-1" }),
    answers({ rows: [{ ...ITEM, item_id: "-2" }], next: null }),
  );
  await user.click(await screen.findByRole("button", { name: "Download CSV" }));
  expect(await file).toEqual({
    name: "items.csv",
    text: [
      '"item_id","client_id","client_name","institution_id","institution_name","state","error_code","products","created_at","pulled_at"',
      `"item-1","${client.client_id}","Shop","ins_1"," '=HYPERLINK(""x"")\n;'＝1+1","good","","auth; transactions","2030-01-02T00:00:00.000Z",""`,
      `"'-2","${client.client_id}","Shop","ins_1"," '=HYPERLINK(""x"")\n;'＝1+1","good","","auth; transactions","2030-01-02T00:00:00.000Z",""`,
      "",
    ].join("\r\n"),
  });
  await screen.findByText("2 rows are in the file.");
  expect(requests.slice(2)).toEqual([
    ["/dashboard/api/items", { state: "error", limit: 500 }],
    ["/dashboard/api/items", { state: "error", limit: 500, after: "4.item-1" }],
  ]);
});

test("an entry of the audit log has its values before and after in a cell each", async () => {
  const file = nextFile();
  const entry = {
    ...{ sequence: 7, at: Date.UTC(2030, 0, 2), actor_kind: "dashboard", actor: "abc" },
    ...{ action: "client.change", subject: "client-1", client_id: null, client_name: null },
    address: null,
    fields: [
      { name: "version", before: "2019-05-29", after: "2020-09-14" },
      { name: "note", before: null, after: "a" },
    ],
  };
  const page = answers({ rows: [entry], next: null, actions: [] });
  const { user } = await openAt("/dashboard/audit", success(), page, page);
  await user.click(await screen.findByRole("button", { name: "Download CSV" }));
  const [head, row] = (await file).text.split("\r\n");
  expect(head).toBe(
    '"sequence","at","actor_kind","actor","address","action","subject","client_id","before","after"',
  );
  expect(row).toContain('"","version: 2019-05-29","version: 2020-09-14; note: a"');
});

test("a failure of one page saves no file, and says why", async () => {
  const { user } = await openAt(
    "/dashboard/items",
    success(),
    answers({ rows: [ITEM], next: null }),
    failure("RATE_LIMIT", { display_message: "Too many requests." }),
  );
  await user.click(await screen.findByRole("button", { name: "Download CSV" }));
  await screen.findByText(/Too many requests/);
});
