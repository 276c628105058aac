import type { Person } from "../../domain/presence.ts";

/** The headers about a person, by their lower-case names. */
const HEADERS: Readonly<
  Record<string, [name: string, value: (person: Person) => string | undefined]>
> = {
  "psu-ip-address": ["Psu-Ip-Address", ({ ipAddress }) => ipAddress],
  "psu-user-agent": ["Psu-User-Agent", ({ userAgent }) => userAgent],
  "psu-accept": ["Psu-Accept", ({ accept }) => accept],
  "psu-accept-language": ["Psu-Accept-Language", ({ acceptLanguage }) => acceptLanguage],
  "psu-accept-encoding": ["Psu-Accept-Encoding", ({ acceptEncoding }) => acceptEncoding],
  "psu-referer": ["Psu-Referer", ({ referer }) => referer],
};

/**
 * The headers about the waiting person for a bank: all required ones or none, since nothing is
 * invented. Without requirements they are the address and the browser.
 */
export const personHeaders = (
  person: Person | null,
  required: readonly string[],
): Record<string, string> => {
  if (person === null) return {};
  const needed = required.map((name) => name.toLowerCase());
  const headers: Record<string, string> = {};
  for (const wanted of new Set([...needed, "psu-ip-address", "psu-user-agent"])) {
    const [name = "", read] = HEADERS[wanted] ?? [];
    const value = read?.(person);
    if (value) headers[name] = value;
    else if (needed.includes(wanted)) return {};
  }
  return headers;
};
