import { test } from "vitest";
import { gocardlessYear } from "./gocardless/year-reader.fixture.ts";
import { ofxYear } from "./ofx/year-reader.fixture.ts";
import { pluggyYear } from "./pluggy/year-reader.fixture.ts";
import { simplefinYear } from "./simplefin/year-reader.fixture.ts";
import { expectExactYear } from "./year.fixture.ts";

test(
  "a year of weekly syncs by each door has no double and loses none, and each balance is right to the cent every week",
  () => expectExactYear([gocardlessYear, ofxYear, pluggyYear, simplefinYear]),
  600_000,
);
