import * as accounts from "../link/rare/accounts.ts";
import * as byHand from "../link/rare/by-hand.ts";
import * as code from "../link/rare/code.ts";
import * as consent from "../link/rare/consent.ts";
import * as end from "../link/rare/end.ts";
import * as errors from "../link/rare/errors.ts";
import * as files from "../link/rare/files.ts";
import * as mfa from "../link/rare/mfa.ts";
import * as questions from "../link/rare/questions.ts";
import * as signIn from "../link/rare/sign-in.ts";
import * as trust from "../link/rare/trust.ts";
import * as ways from "../link/rare/ways.ts";
import { rareChunkOf, rareViews } from "../link/rare-views.ts";
import { lazyViews, style } from "../link/views/lazy-views.tsx";
import type { FindView, RareName, Views } from "../link/views/view.ts";

type RareChunk = Parameters<typeof rareViews>[0] & { style: string };

const RARE: Record<RareName, RareChunk> = {
  accounts,
  "by-hand": byHand,
  code,
  consent,
  end,
  errors,
  files,
  mfa,
  questions,
  "sign-in": signIn,
  trust,
  ways,
};

const RARE_VIEWS = new Map(Object.entries(RARE).map(([name, chunk]) => [name, rareViews(chunk)]));

/** The styles of all views except the first. */
export const lateStyle = [style, ...Object.values(RARE).map((chunk) => chunk.style)].join("");

/** Finds every view at once, as when all chunks are loaded. */
export const findAnyView: FindView = (name, state) => {
  const rare = rareChunkOf(state);
  const views: Partial<Views> = (rare && RARE_VIEWS.get(rare)) ?? lazyViews;
  return views[name];
};
