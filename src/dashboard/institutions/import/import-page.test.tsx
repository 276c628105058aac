import { createEvent, fireEvent, screen, waitFor, within } from "@testing-library/preact";
import { expect, test } from "vitest";
import type { ImportPreview } from "../../../protocol/dashboard/dashboard-institutions.ts";
import {
  answers,
  deferredReply,
  failure,
  noAnswer,
  openAt,
  operatorAnswer,
  type Reply,
  success,
} from "../../open-dashboard.fixture.tsx";
import { uploadsTo } from "./uploads.fixture.ts";

const PREVIEW: ImportPreview = {
  ...{ problem: null, rows: 1200, added: 1198, changed: 1, same: 1, bad: 0, bad_rows: [] },
  changes: [
    { institution_id: "ins_1", name: "Corner Bank", fields: null },
    { institution_id: "ins_2", name: "Hill Bank", fields: ["name", "url"] },
  ],
};
const TEXT = "institution_id,name,country_codes\nins_1,Corner Bank,US\n";
const listFile = () => new File([TEXT], "list.csv", { type: "text/csv" });
const open = async (...replies: Reply[]) => {
  const { requests, progress } = uploadsTo(...replies);
  const { user } = await openAt("/dashboard/institutions/import", operatorAnswer(null));
  return { user, requests, progress };
};

test("a file is chosen, previewed and imported", async () => {
  const importing = deferredReply(answers({ added: 1198, changed: 1, same: 1 }));
  const { user, requests, progress } = await open(answers(PREVIEW), importing.reply);
  await user.upload(await screen.findByLabelText(/A \.csv or \.json file/), listFile());
  const card = within(await screen.findByRole("region", { name: "list.csv" }));
  expect(card.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "1,198 new",
    "1 changed",
    "1 the same",
    "0 wrong",
  ]);
  expect(document.activeElement).toBe(card.getByRole("heading", { name: "list.csv" }));
  within(card.getByRole("row", { name: /Corner Bank/ })).getByText("new");
  within(card.getByRole("row", { name: /Hill Bank/ })).getByText("name, url");
  card.getByText("…and 1,197 more.");
  await user.click(card.getByRole("button", { name: "Import 1,199 institutions" }));
  const share = () =>
    screen.getByRole("progressbar", { name: "Importing the file" }).getAttribute("value");
  await waitFor(() => expect(share()).toBe("0"));
  progress(30, 120);
  await waitFor(() => expect(share()).toBe("0.25"));
  // The upload is complete, and the server is at work.
  progress(120, 120);
  await waitFor(() => expect(share()).toBeNull());
  importing.release();
  const done = await screen.findByRole("heading", { name: "1,199 institutions are imported" });
  expect(document.activeElement).toBe(done);
  expect(requests).toEqual([
    ["/dashboard/api/institutions/import/preview", { file_name: "list.csv", text: TEXT }],
    ["/dashboard/api/institutions/import", { file_name: "list.csv", text: TEXT }],
  ]);
});

test("wrong rows are named by their line, and the file cannot be imported", async () => {
  const { user } = await open(
    answers({
      ...{ ...PREVIEW, bad: 2 },
      bad_rows: [
        { line: 3, problems: ["name is missing", "url must be an http or https URL"] },
        { line: 7, problems: ["ins_1 is on line 2 already"] },
      ],
    }),
  );
  await user.type(await screen.findByLabelText("Or paste its rows"), "anything");
  await user.click(screen.getByRole("button", { name: "Check what you pasted" }));
  const card = within(await screen.findByRole("region", { name: "Pasted rows" }));
  expect(card.getByRole("alert").textContent).toBe(
    "2 rows are wrong, so nothing can be imported yet.",
  );
  card.getByRole("row", { name: "3 name is missing; url must be an http or https URL" });
  expect(card.queryByRole("button", { name: /^Import/ })).toBeNull();
  await user.click(card.getByRole("button", { name: "Choose another file" }));
  await screen.findByLabelText("Or paste its rows");
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 2 }));
});

test("a file can be dropped; a file of something else is refused", async () => {
  await open(answers({ ...PREVIEW, problem: "it has no column name", changes: [] }));
  const target = await screen.findByRole("region", { name: "Drop a file here" });
  const drop = (...files: File[]) => {
    const event = createEvent.drop(target);
    Object.defineProperty(event, "dataTransfer", { value: { files } });
    fireEvent(target, event);
  };
  fireEvent.dragOver(target);
  drop(listFile(), listFile());
  await screen.findByText("Drop one file at a time.");
  drop(listFile());
  expect((await screen.findByRole("alert")).textContent).toBe(
    "It cannot be imported: it has no column name.",
  );
});

test("empty files, empty texts and failures are reported, and can be tried again", async () => {
  const { user } = await open(failure("INTERNAL_SERVER_ERROR"), noAnswer);
  const input = await screen.findByLabelText(/A \.csv or \.json file/);
  await user.upload(input, new File([], "none.csv"));
  await screen.findByText("none.csv is empty.");
  await user.click(screen.getByRole("button", { name: "Check what you pasted" }));
  await screen.findByText("Paste the rows first.");
  await user.upload(input, listFile());
  await screen.findByText(/request-2/);
  await user.upload(screen.getByLabelText(/A \.csv or \.json file/), listFile());
  await screen.findByText(/The server did not respond/);
  screen.getByLabelText(/A \.csv or \.json file/);
});

test("a client has no way to import, and no such page", async () => {
  await openAt("/dashboard/institutions", success(), answers({ rows: [], next: null }));
  await screen.findByText("No institution yet");
  expect(screen.queryByRole("link", { name: "Import a file" })).toBeNull();
});
