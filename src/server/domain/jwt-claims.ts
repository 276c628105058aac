/** The claims of a signed JWT, without a check of its signature; null for other texts. */
export const jwtClaims = (token: string): Readonly<Record<string, unknown>> | null => {
  const [, payload = ""] = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(token) ?? [];
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    return typeof claims === "object" && claims !== null ? { ...claims } : null;
  } catch {
    return null;
  }
};
