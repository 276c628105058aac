/** The claims of a signed JWT, whose signature is not checked; null for another text. */
export const jwtClaims = (token: string): Readonly<Record<string, unknown>> | null => {
  const [, payload = ""] = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(token) ?? [];
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    return typeof claims === "object" && claims !== null ? { ...claims } : null;
  } catch {
    return null;
  }
};
