import type { TargetedSubmitEvent } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { OpenedInvitation } from "../../protocol/dashboard-people.ts";
import { Name } from "../brand.tsx";
import type { Controller } from "../controller.ts";
import type { Router } from "../route.ts";
import { Field, SignInFailure } from "../sign-in.tsx";
import type { SignInState } from "../state.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { ReadFailure, useQuery } from "../ui/use-query.tsx";
import { ROLE_WORDS } from "./role-words.ts";

type InvitationProps = { state: SignInState; controller: Controller; router: Router };

/** The page of an invitation: its person chooses a password and sets an authenticator app up, and is signed in. */
export const AcceptInvitation = (props: InvitationProps) => {
  // The address is another one as soon as the person is signed in.
  const [token] = useState(() => globalThis.location.hash.slice(1));
  const query = useQuery<OpenedInvitation>(props.controller, "invitation", { token });
  // A later answer has another key than the one that the person has scanned.
  const opened = useRef(query.answer);
  opened.current ??= query.answer;
  useEffect(() => {
    // The address of another invitation differs in the fragment alone, which loads no document by itself.
    const reload = (): void => location.reload();
    addEventListener("hashchange", reload);
    return () => removeEventListener("hashchange", reload);
  }, []);
  return (
    <main class="card sign-in">
      <Name />
      {opened.current ? (
        <Accept {...props} token={token} invitation={opened.current} />
      ) : (
        <>
          <h1>Invitation</h1>
          {query.failure === null && <p class="none">Loading…</p>}
        </>
      )}
      <ReadFailure {...query} />
    </main>
  );
};

type AcceptProps = InvitationProps & { token: string; invitation: OpenedInvitation };

const Accept = ({ state, controller, router, token, invitation }: AcceptProps) => {
  const { email, role, owner, is_member: isMember, totp } = invitation;
  const { error, busy } = state;
  const head = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => head.current?.focus(), []);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const text = (name: string) => String(values.get(name) ?? "");
    const body = {
      ...{ token, password: text("password"), sealed: totp.sealed },
      ...{ code: text("code").replace(/\s/g, "") },
      ...(email === null && { email: text("email").trim() }),
    };
    if (await controller.acceptInvitation(body)) router.go("/dashboard", true);
  };
  return (
    <>
      <h1 ref={head} tabIndex={-1}>
        {isMember ? "Set your sign-in again" : `Join ${owner}`}
      </h1>
      <p class="lead">
        {isMember
          ? "Choose another password and set your authenticator app up again. The ones before end, and so do your sessions."
          : `You are invited as ${role}: you may ${ROLE_WORDS[role]}.`}
      </p>
      <form onSubmit={submit} onInput={controller.clearFailure} noValidate>
        {email === null ? (
          <Field name="email" error={error} />
        ) : (
          <div class="field">
            <label for="email">E-mail address</label>
            <input
              id="email"
              class="text"
              type="email"
              autocomplete="username"
              value={email}
              readOnly
            />
          </div>
        )}
        <Field name="password" error={error} isNew />
        <p class="hint">At least 12 characters; several words do well.</p>
        <fieldset class="app">
          <legend>Authenticator app</legend>
          <p>Scan this with the app, or enter the key in it. It then shows a code of six digits.</p>
          <img
            src={`data:image/svg+xml,${encodeURIComponent(totp.qr)}`}
            alt="QR code of the key below"
            width="184"
            height="184"
          />
          <p class="totp-key">
            <code>{totp.secret.match(/.{1,4}/g)?.join(" ")}</code>
            <CopyButton text={totp.secret} name="the key" />
          </p>
          <Field name="code" error={error} />
        </fieldset>
        <SignInFailure error={error} />
        <button
          type="submit"
          class="button primary"
          aria-disabled={busy || Boolean(error?.seconds)}
        >
          {busy ? "Joining…" : isMember ? "Save and sign in" : "Join and sign in"}
        </button>
      </form>
    </>
  );
};
