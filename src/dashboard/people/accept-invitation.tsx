import type { TargetedSubmitEvent } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type {
  NewPasskeyChallenge,
  OpenedInvitation,
} from "../../protocol/dashboard/dashboard-people.ts";
import { hasPasskeys, Name } from "../session/brand.tsx";
import type { Controller } from "../session/controller.ts";
import type { Router } from "../session/route.ts";
import { emptyError, newPasswordError, signInError } from "../session/session-actions.ts";
import type { SignInError, SignInState } from "../session/state.ts";
import { Field, SignInFailure } from "../sign-in.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { TextField } from "../ui/form-fields.tsx";
import { ReadFailure, useQuery } from "../ui/use-query.tsx";
import { makePasskey } from "./passkey.ts";
import { ROLE_WORDS } from "./role-words.ts";

type InvitationProps = { state: SignInState; controller: Controller; router: Router };

/**
 * The page of an invitation. The invited person makes a passkey, or chooses a password and sets up
 * an authenticator app. Then the person is signed in.
 */
export const AcceptInvitation = (props: InvitationProps) => {
  // The address changes as soon as the person is signed in.
  const [token] = useState(() => globalThis.location.hash.slice(1));
  const query = useQuery<OpenedInvitation>(props.controller, "invitation", { token });
  // A later answer would have another key than the scanned key.
  const opened = useRef(query.answer);
  opened.current ??= query.answer;
  useEffect(() => {
    // Addresses of invitations differ only in the fragment. A changed fragment makes the browser
    // load no document.
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
  const { error } = state;
  const [isByPasskey, setByPasskey] = useState(hasPasskeys);
  const [isMaking, setMaking] = useState(false);
  const head = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const isBusy = state.busy || isMaking;
  const isOff = isBusy || Boolean(error?.seconds);
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    const field = isFirst.current
      ? null
      : form.current?.querySelector<HTMLElement>("input:not([readonly])");
    isFirst.current = false;
    (field ?? head.current)?.focus();
  }, [isByPasskey]);
  const choose = (next: boolean): void => {
    controller.clearFailure();
    setByPasskey(next);
  };
  const joinByPasskey = async (body: { token: string; email?: string }): Promise<boolean> => {
    const path = "invitation/passkey";
    const wrong = emailError(body.email);
    if (wrong) return controller.acceptInvitation(path, {}, wrong);
    setMaking(true);
    const outcome = await controller.call<NewPasskeyChallenge>(`${path}/start`, body);
    const made = outcome.kind === "success" ? await makePasskey(outcome.answer) : null;
    setMaking(false);
    if (outcome.kind !== "success")
      return controller.acceptInvitation(path, {}, signInError(outcome, null));
    const error = made ? null : { field: null, text: NO_NEW_PASSKEY, seconds: null };
    return controller.acceptInvitation(path, { token, ...made }, error);
  };
  const joinByPassword = (
    body: { token: string; email?: string },
    password: string,
    code: string,
  ): Promise<boolean> =>
    controller.acceptInvitation(
      "invitation/accept",
      { ...body, password, sealed: totp.sealed, code },
      emailError(body.email) ??
        newPasswordError(password) ??
        (code === "" ? emptyError("code") : null),
    );
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isOff) return;
    const values = new FormData(event.currentTarget);
    const text = (name: string) => String(values.get(name) ?? "");
    const body = { token, ...(email === null && { email: text("email").trim() }) };
    const isIn = isByPasskey
      ? await joinByPasskey(body)
      : await joinByPassword(body, text("password"), text("code").replace(/\s/g, ""));
    if (isIn) router.go("/dashboard", true);
  };
  return (
    <>
      <h1 ref={head} tabIndex={-1}>
        {isMember ? "Set your sign-in again" : `Join ${owner}`}
      </h1>
      <p class="lead">
        {isMember
          ? "Your password, authenticator app and passkeys from before end, and so do your sessions."
          : `You are invited as ${role}: you may ${ROLE_WORDS[role]}.`}
      </p>
      <form ref={form} onSubmit={submit} onInput={controller.clearFailure} noValidate>
        {email === null ? (
          <Field name="email" error={error} />
        ) : (
          <TextField
            name="email"
            label="E-mail address"
            type="email"
            autocomplete="username"
            value={email}
            isReadOnly
          />
        )}
        {!isByPasskey && <NewPassword totp={totp} error={error} />}
        <SignInFailure error={error} />
        <button type="submit" class="button primary" aria-disabled={isOff}>
          {isBusy
            ? "Joining…"
            : BUTTONS[isByPasskey ? "passkey" : "password"][isMember ? "reset" : "join"]}
        </button>
      </form>
      {hasPasskeys() && (
        <>
          <button
            type="button"
            class="button"
            aria-disabled={isBusy}
            onClick={() => isBusy || choose(!isByPasskey)}
          >
            {isByPasskey ? "Use a password and an app" : "Use a passkey"}
          </button>
          <p class="lead">
            A passkey signs you in by this device’s lock or a security key, without password and
            code.
          </p>
        </>
      )}
    </>
  );
};

/**
 * The words of the button: by the new credential, for a new member and for a member who renews the
 * sign-in.
 */
const BUTTONS = {
  passkey: { join: "Join with a passkey", reset: "Make a new passkey" },
  password: { join: "Join and sign in", reset: "Save and sign in" },
};

/**
 * Returns the error of a typed e-mail address; null for a valid address, and if the invitation has
 * an address.
 */
const emailError = (email: string | undefined): SignInError | null => {
  if (email === "") return emptyError("email");
  if (email === undefined || /^\S+@\S+\.\S+$/.test(email)) return null;
  const text = "Enter a whole e-mail address, like ada@shop.example.";
  return { field: "email", text, seconds: null };
};

const NO_NEW_PASSKEY = "No passkey was made. Try again, or use a password.";

/** The fields of a new password and of the code of an authenticator app, with the key for the app. */
const NewPassword = ({
  totp,
  error,
}: Pick<OpenedInvitation, "totp"> & Pick<SignInState, "error">) => (
  <>
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
  </>
);
