import { z } from "zod";
import {
  LONGEST_REDIRECT_URI,
  MOST_REDIRECT_URIS,
  redirectUriProblem,
} from "../../domain/clients/redirect-uri.ts";
import { Fault } from "../../domain/fault.ts";
import { settingsCall } from "./change.ts";

const UriRequest = z.strictObject({ uri: z.string().min(1).max(LONGEST_REDIRECT_URI) });

/** Lets users come back from their institution to one more page. */
export const allowRedirectUri = settingsCall({
  path: "/dashboard/api/redirect-uri/allow",
  request: UriRequest,
  action: "client.allow_redirect_uri",
  details: ({ uri }) => ({ uri }),
  async run({ uri }, { clientId }, { store }) {
    const problem = redirectUriProblem(uri);
    if (problem !== null)
      throw new Fault("INVALID_FIELD", {
        message: `uri ${problem}`,
        display: `A redirect URI ${problem}.`,
      });
    if (await store.redirectUris.allow(clientId, uri, MOST_REDIRECT_URIS)) return;
    throw new Fault("INVALID_FIELD", {
      message: `a client has at most ${MOST_REDIRECT_URIS} redirect URIs`,
      display: `There is room for ${MOST_REDIRECT_URIS} redirect URIs. Remove one first.`,
    });
  },
});

/** Lets users come back to a page no longer. */
export const disallowRedirectUri = settingsCall({
  path: "/dashboard/api/redirect-uri/disallow",
  request: UriRequest,
  action: "client.disallow_redirect_uri",
  details: ({ uri }) => ({ uri }),
  run: ({ uri }, { clientId }, { store }) => store.redirectUris.disallow(clientId, uri),
});
