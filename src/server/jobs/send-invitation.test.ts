import { expect, test } from "vitest";
import { browser } from "../../testing/test-app/dashboard.ts";
import { mailServer } from "../../testing/test-app/mail-server.ts";
import { testApp } from "../../testing/test-app/test-app.ts";

test("an invitation to an address is mailed if the server sends mail, and not if it is withdrawn before", async () => {
  const server = await mailServer();
  const app = await testApp({ SMTP_URL: server.url, MAIL_FROM: "accounts@acme.example" });
  const dashboard = browser(app);
  await dashboard.signIn();
  const { body } = await dashboard.post("people/invite", { email: "a@b.example", role: "read" });
  expect(body).toMatchObject({ mailed: true, sends_mail: true });
  const { body: link } = await dashboard.post("people/invite", { email: "", role: "read" });
  expect(link.mailed).toBe(false);
  await app.runJobs();
  await app.runJobs();
  expect(server.received.map(({ to }) => to)).toEqual([["a@b.example"]]);
  const text = server.received[0]?.message.replace(/=\r\n/g, "").replaceAll("=3D", "=");
  expect(text).toContain(String(body.url));
  expect(text).toContain("First client invites you to its Dashboard as read");

  const late = await dashboard.post("people/invite", { email: "c@d.example", role: "read" });
  const invitations = late.body.invitations as { invitation_id: string; email: string | null }[];
  for (const { invitation_id } of invitations)
    await dashboard.post("people/withdraw", { invitation_id });
  await app.runJobs();
  await app.runJobs();
  expect(server.received).toHaveLength(1);
});
