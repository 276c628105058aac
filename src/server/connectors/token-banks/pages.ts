import type { Paging } from "../../domain/institutions/bank-paging.ts";
import type { BankResponse } from "../bank-client.ts";
import { toText, valueAt } from "./operators.ts";

/**
 * The address of the next page, or null after the last page. The address may be on another origin,
 * which the client refuses. `urlWith` returns the list's address with other values for some
 * placeholders.
 */
export const nextPage = (
  paging: Paging | undefined,
  url: URL,
  { body, headers }: BankResponse,
  entries: readonly unknown[],
  urlWith: (names: Readonly<Record<string, string>>) => URL,
): URL | null => {
  switch (paging?.by) {
    case undefined:
      return null;
    case "cursor":
      return withParameter(url, paging.parameter, toText(valueAt(paging.next, body)));
    case "page": {
      const page = Number(url.searchParams.get(paging.parameter) ?? paging.first);
      return entries.length === 0 ? null : withParameter(url, paging.parameter, String(page + 1));
    }
    case "offset": {
      const offset = Number(url.searchParams.get(paging.parameter) ?? 0);
      return entries.length < paging.size
        ? null
        : withParameter(url, paging.parameter, String(offset + entries.length));
    }
    case "link":
      return relative(
        url,
        /<([^<>]{1,2000})>\s*;[^,]*\brel="?next"?/i.exec(headers.get("link") ?? "")?.[1],
      );
    case "url":
      return relative(url, toText(valueAt(paging.next, body)));
    case "since":
      return entries.length < paging.size
        ? null
        : withParameter(url, paging.parameter, toText(valueAt(paging.last, entries.at(-1))));
    case "until": {
      const last = toText(valueAt(paging.last, entries.at(-1)));
      return entries.length < paging.size || last === undefined
        ? null
        : urlWith({ [paging.name]: last });
    }
  }
};

function withParameter(url: URL, name: string, value: string | undefined): URL | null {
  if (value === undefined || value === "") return null;
  const next = new URL(url);
  next.searchParams.set(name, value);
  return next;
}

/**
 * Resolves an address relative to the page. The client refuses the result for an invalid address.
 */
const relative = (url: URL, address: string | undefined): URL | null =>
  address === undefined || address === ""
    ? null
    : (URL.parse(address, url.href) ?? new URL("about:invalid"));
