import { isLoopback } from "../clients/origin.ts";

/**
 * The problem with an address that the operator declares for an institution; null if there is none.
 * It may be on a private network, since only the operator names it; plain HTTP stays on this machine.
 */
export const institutionUrlProblem = (url: string): string | null => {
  if (!URL.canParse(url)) return "must be a URL like https://bank.example";
  const { protocol, username, password, hostname, search, hash } = new URL(url);
  if (username !== "" || password !== "") return "must have no user name or password in it";
  if (search !== "" || hash !== "") return "must have no ? and no # in it";
  if (protocol !== "https:" && !(protocol === "http:" && isLoopback(hostname)))
    return "must begin with https://, or with http:// on this machine";
  return null;
};
