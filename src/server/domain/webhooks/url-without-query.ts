/** Returns a URL without its query, which may contain a secret of the receiver's. */
export const urlWithoutQuery = (url: string): string => {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search === "" ? "" : "?…"}`;
};
