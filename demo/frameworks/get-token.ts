declare const LINK_ORIGIN: string;

/** The origin that serves Link. */
export const origin = LINK_ORIGIN;

/** Asks the application's server for a link token; each opens Link once. */
export const getToken = async (): Promise<string> => {
  const response = await fetch("/link-token", { method: "POST" });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
};
