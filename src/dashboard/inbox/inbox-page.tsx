import type { PageProps } from "../session/page.ts";
import { scopeOf } from "../session/route.ts";
import { ChooseClient } from "../ui/choose-client.tsx";
import { Inbox } from "./inbox.tsx";

/** The built-in receiver of a client's webhooks in the sandbox. */
export const InboxPage = ({ state, controller, router }: PageProps) =>
  state.view === "CLIENT" ? (
    <section class="card">
      <p>
        A receiver of this sandbox: name its address as the <code>webhook</code> of a link token or
        an Item. It keeps the newest 100 webhooks for a day, and checks the signature of each.{" "}
        <a href="/docs/webhooks#verify-the-signature">How to check it</a>
      </p>
      <Inbox
        key={state.answer.client.client_id}
        {...{ controller }}
        scope={scopeOf(router.route.value.query)}
      />
    </section>
  ) : (
    <ChooseClient {...{ controller, router }} reason="Each client has an inbox of its own." />
  );
