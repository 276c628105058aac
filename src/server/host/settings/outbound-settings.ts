import { z } from "zod";

/** Returns a host as a URL has it, without a port or `*` within a name. */
const Host = z.string().transform((text, context) => {
  const [, wildcard = "", name = ""] =
    /^(\*\.)?([^\s*:/?#@\\]+|\[[0-9a-f:.]+\])$/i.exec(text) ?? [];
  const url = `https://${name}/`;
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  if (host !== "" && (wildcard === "" || !/^\[|^[\d.]+$/.test(host))) return `${wildcard}${host}`;
  context.addIssue({
    code: "custom",
    message:
      "must be host names, such as hooks.example.com or *.example.com, or IP addresses, " +
      `separated by commas, without ports; not ${JSON.stringify(text)}`,
  });
  return z.NEVER;
});

/** The list of hosts for outgoing requests. */
export const OutboundHostList = z
  .string()
  .transform((list) => list.split(",").map((entry) => entry.trim()))
  .pipe(z.array(Host));
