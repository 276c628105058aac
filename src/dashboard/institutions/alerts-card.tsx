import type { TargetedSubmitEvent } from "preact";
import type { DashboardAlert } from "../../protocol/dashboard-overview.ts";
import type { Controller } from "../controller.ts";
import { SaveRow } from "../ui/save-row.tsx";
import { useAction } from "../ui/use-action.ts";
import { useQuery } from "../ui/use-query.ts";

/** Sets the addresses that are told of an institution's outage and recovery. */
export const AlertsCard = ({ controller }: { controller: Controller }) => {
  const { answer, failure } = useQuery<DashboardAlert>(controller, "alert/show", {});
  const action = useAction<DashboardAlert>(controller);
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "").trim();
    const body = {
      webhook: text("webhook"),
      email: text("email"),
      mail_users: form.has("mail_users"),
    };
    void action.run("alert/set", body, savedText(body, answer?.sends_mail ?? false));
  };
  return (
    <section class="card alerts" aria-labelledby="alerts">
      <h2 id="alerts">Alerts</h2>
      <p class="lead">
        You are told when most requests to an institution fail, and when they succeed again. For
        each user who could not sign in meanwhile, the webhook of their Link session gets{" "}
        <code>INSTITUTION_AVAILABLE</code>.
      </p>
      {failure && (
        <p class="notice failure" role="status">
          {failure}
        </p>
      )}
      {answer && (
        <form onSubmit={submit} noValidate>
          <label class="field" for="alert-webhook">
            Webhook
          </label>
          <input
            id="alert-webhook"
            class="text"
            name="webhook"
            type="url"
            defaultValue={answer.webhook ?? ""}
            placeholder="https://shop.example/hook"
            maxLength={2000}
            spellcheck={false}
          />
          <label class="field" for="alert-email">
            E-mail
          </label>
          <input
            id="alert-email"
            class="text"
            name="email"
            type="email"
            defaultValue={answer.email ?? ""}
            placeholder="ops@shop.example"
            maxLength={254}
          />
          <label class="check">
            <input type="checkbox" name="mail_users" defaultChecked={answer.mail_users} />
            <span>
              Mail those users, too, whose <code>user.emailAddress</code> you gave to Link
            </span>
          </label>
          {!answer.sends_mail && (
            <p class="lead">
              This server sends no mail: it has no <code>SMTP_URL</code>. Webhooks are sent all the
              same.
            </p>
          )}
          <SaveRow action={action} look="button primary small" />
        </form>
      )}
    </section>
  );
};

/** Returns the success message, with a warning if no address of the client's own is told of outages. */
function savedText(
  { webhook, email, mail_users }: { webhook: string; email: string; mail_users: boolean },
  sendsMail: boolean,
): string {
  if (webhook || email) return "Saved.";
  if (!mail_users) return "Saved. Nobody is told of outages.";
  return sendsMail
    ? "Saved. Those users are mailed, and you are not told of outages."
    : "Saved. Nobody is told of outages: this server sends no mail.";
}
