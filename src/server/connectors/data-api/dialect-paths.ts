import type { Wire } from "./dialect.ts";

/** Whether a path is one of a dialect's paths with filled parameters. */
export const isFilledPath = (filled: string, path: string): boolean => {
  const parts = path.split("/");
  const filledParts = filled.split("/");
  return (
    parts.length === filledParts.length &&
    parts.every((part, at) =>
      /^\{\w+\}$/.test(part) ? filledParts[at] !== "" : part === filledParts[at],
    )
  );
};

/** A dialect's headers for requests at a path. */
export const pathHeaders = (
  { headers }: Pick<Wire, "headers">,
  filled: string,
): Readonly<Record<string, string>> =>
  Object.entries(headers.ofPaths ?? {}).find(([path]) => isFilledPath(filled, path))?.[1] ?? {};
