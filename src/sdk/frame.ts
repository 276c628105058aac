/**
 * Returns the address of Link's document with the public settings for its first list. With a token,
 * the address does not name the client, since the list appears after the session's start. Avoids
 * JSON, whose methods some pages replace.
 */
export const frameUrl = (linkOrigin: string, pageOrigin: string, settings: object): string => {
  const query = new URLSearchParams({ origin: pageOrigin });
  for (const [name, value] of Object.entries(settings))
    if (
      /^(product|countryCodes|language|theme)$/.test(name) ||
      (name === "clientName" && !Object.hasOwn(settings, "token"))
    )
      query.set(name, value.mode ?? value);
  return `${linkOrigin}/link.html?${query}`;
};

/** Creates Link's frame without an address, outside of the page. */
export const createFrame = (): HTMLIFrameElement =>
  Object.assign(document.createElement("iframe"), {
    sandbox:
      "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation",
    referrerPolicy: "no-referrer",
    name: "service-link",
    // A language-neutral title, until Link sends a translated title.
    title: "Link",
  });
