import { z } from "zod";
import {
  MAX_REDIRECT_URI_LENGTH,
  MAX_REDIRECT_URIS,
  redirectUriProblem,
} from "../../domain/clients/redirect-uri.ts";
import { Fault } from "../../domain/fault.ts";
import { settingsCall } from "./change.ts";

const UriRequest = z.strictObject({ uri: z.string().min(1).max(MAX_REDIRECT_URI_LENGTH) });

/** Allows users to return from their institution to another page. */
export const allowRedirectUri = settingsCall({
  path: "/dashboard/api/redirect-uri/allow",
  role: "developer",
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
    if (await store.redirectUris.allow(clientId, uri, MAX_REDIRECT_URIS)) return;
    throw new Fault("INVALID_FIELD", {
      message: `a client has at most ${MAX_REDIRECT_URIS} redirect URIs`,
      display: `There is room for ${MAX_REDIRECT_URIS} redirect URIs. Remove one first.`,
    });
  },
});

/** Stops users from returning to a page. */
export const disallowRedirectUri = settingsCall({
  path: "/dashboard/api/redirect-uri/disallow",
  role: "developer",
  request: UriRequest,
  action: "client.disallow_redirect_uri",
  details: ({ uri }) => ({ uri }),
  run: ({ uri }, { clientId }, { store }) => store.redirectUris.disallow(clientId, uri),
});
