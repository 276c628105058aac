import { expect, test } from "vitest";
import { FILES_INSTITUTION_ID } from "../../../protocol/vocabulary.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { UNSEEN_IDS } from "../institutions/institution-ids.ts";
import { recordSeenIds } from "./record-seen-ids.ts";

test("changes of ids count for a bank, and not for the entry of files, which stands for all banks", async () => {
  const { services } = await testApp();
  for (const institutionId of ["ins_109508", FILES_INSTITUTION_ID])
    await recordSeenIds(services, { institutionId }, { moved: 2, rebooked: 1 });
  const { institutionIds } = services.store;
  expect(await institutionIds.get("ins_109508")).toMatchObject({ moved: 2, rebooked: 1 });
  expect(await institutionIds.get(FILES_INSTITUTION_ID)).toEqual(UNSEEN_IDS);
});
