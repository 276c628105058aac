import * as byHand from "./rare/by-hand.ts";
import * as consent from "./rare/consent.ts";
import * as errors from "./rare/errors.ts";
import * as files from "./rare/files.ts";
import * as mfa from "./rare/mfa.ts";
import * as signIn from "./rare/sign-in.ts";
import * as trust from "./rare/trust.ts";
import { rareChunkOf, rareViews } from "./rare-views.ts";
import { lazyViews } from "./views/lazy-views.tsx";
import type { FindView, RareName, Views } from "./views/view.ts";

const RARE: Record<RareName, Partial<Views>> = {
  "by-hand": rareViews(byHand),
  consent: rareViews(consent),
  errors: rareViews(errors),
  files: rareViews(files),
  mfa: rareViews(mfa),
  "sign-in": rareViews(signIn),
  trust: rareViews(trust),
};

/** Finds every view at once, as when all chunks are loaded. */
export const findAnyView: FindView = (name, state) => {
  const rare = rareChunkOf(state);
  const views: Partial<Views> = rare ? RARE[rare] : lazyViews;
  return views[name];
};
