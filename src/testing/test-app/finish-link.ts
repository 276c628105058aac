import type { Link } from "./redirect-app.ts";
import type { testApp } from "./test-app.ts";

/**
 * Shares every account that a step of Link offers, or takes the finished connection if Link offers
 * no choice. Returns the Item's access_token.
 */
export const finishLink = async (
  app: Pick<Awaited<ReturnType<typeof testApp>>, "call">,
  link: Link,
  step: unknown,
): Promise<string> => {
  const { selection, connection } = step as {
    selection: { accounts: { id: string }[] } | null;
    connection: { public_token: string } | null;
  };
  const account_ids = selection?.accounts.map(({ id }) => id);
  const public_token =
    connection?.public_token ??
    (await link.bridge("accounts/select", { account_ids })).body.public_token;
  const { access_token } = await app.call("/item/public_token/exchange", { public_token });
  return String(access_token);
};
