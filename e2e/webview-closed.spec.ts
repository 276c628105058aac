import { expect, test } from "./support/test.ts";
import { openWebview, webviewUrl } from "./support/webview.ts";

test("a WebView that stays open says that Link is closed, and how to go on", async ({
  page,
  server,
}) => {
  const messages = await openWebview(page, webviewUrl(server, { key: "unknown" }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/closed\. Go back to the app/);
  await expect.poll(() => messages().map(({ type }) => type)).toContain("exit");
});
