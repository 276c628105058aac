import { screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import {
  deferredReply,
  failure,
  noAnswer,
  openSignIn,
  success,
} from "./open-dashboard.fixture.tsx";

test("both fields name their purpose to password managers, and the secret is masked", async () => {
  await openSignIn();
  expect(field("client_id").autocomplete).toBe("username");
  expect(field("secret").autocomplete).toBe("current-password");
  expect(field("secret").type).toBe("password");
  screen.getByText("npx service-link keys");
});

test("Enter signs in, and blanks around pasted text are removed", async () => {
  const { user, requests } = await openSignIn(success());
  await user.type(field("client_id"), " client-1 ");
  await user.type(field("secret"), " s3cret {Enter}");
  const title = await screen.findByRole("heading", { name: "Settings" });
  expect(document.activeElement).toBe(title);
  expect(requests[1]).toEqual([
    "/dashboard/api/session",
    { client_id: "client-1", secret: "s3cret" },
  ]);
});

test.each(["client_id", "secret"] as const)("an empty %s is asked for", async (name) => {
  const { user, requests } = await openSignIn();
  if (name === "secret") await user.type(field("client_id"), "client-1");
  await user.click(button());
  expect(screen.getByRole("alert").textContent).toBe(`Enter the ${name}.`);
  expect(field(name).getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(field(name));
  expect(requests).toHaveLength(1);
});

test("wrong keys are reported at the secret, which is emptied", async () => {
  const { user } = await openSignIn(failure("INVALID_API_KEYS"));
  await signIn(user);
  const text = "No client has this client_id and secret. Check both, and enter the secret again.";
  await screen.findByText(text);
  expect(screen.getByRole("alert").textContent).toBe(text);
  expect(field("secret").getAttribute("aria-describedby")).toBe(screen.getByRole("alert").id);
  expect(document.activeElement).toBe(field("secret"));
  await expect.poll(() => field("secret").value).toBe("");
  expect(field("client_id").value).toBe("client-1");
  await user.type(field("secret"), "s");
  expect(screen.getByRole("alert").textContent).toBe("");
  expect(document.activeElement).toBe(field("secret"));
});

test("a member signs in by address, password and code, and the latter two are emptied", async () => {
  const { user, requests } = await openSignIn(failure("INVALID_API_KEYS"));
  await user.click(screen.getByRole("button", { name: "Use your e-mail address" }));
  const [email, password, code] = ["E-mail address", "Password", /^Code/].map((name) =>
    screen.getByLabelText<HTMLInputElement>(name),
  );
  if (!email || !password || !code) throw new Error("a field is missing");
  expect(document.activeElement).toBe(email);
  expect([email.autocomplete, password.autocomplete, code.autocomplete]).toEqual([
    "username",
    "current-password",
    "one-time-code",
  ]);
  await user.type(email, " ada@shop.example ");
  await user.click(button());
  expect(screen.getByRole("alert").textContent).toBe("Enter the password.");
  await user.type(password, "correct horse battery");
  await user.type(code, "123 456{Enter}");
  await screen.findByText("The e-mail address, the password or the code is wrong.");
  expect(requests[1]).toEqual([
    "/dashboard/api/member/session",
    { email: "ada@shop.example", password: "correct horse battery", code: "123456" },
  ]);
  await expect.poll(() => password.value + code.value).toBe("");
});

test("a server that does not respond is not reported at a field", async () => {
  const { user } = await openSignIn(noAnswer);
  await signIn(user);
  await screen.findByText("The server did not respond. Check your connection and try again.");
  for (const name of ["client_id", "secret"])
    expect(field(name).getAttribute("aria-invalid")).toBe("false");
});

test("a server error is shown with its request_id", async () => {
  const { user } = await openSignIn(
    failure("INTERNAL_SERVER_ERROR", { display_message: "Sorry." }),
  );
  await signIn(user);
  await screen.findByText("Sorry. (request_id request-2)");
});

test("after too many attempts the seconds are counted down visually, and the button waits", async () => {
  const { user, runTimer, requests } = await openSignIn(
    failure("RATE_LIMIT", {}, { "retry-after": "2" }),
  );
  await signIn(user);
  await screen.findByText("Too many wrong tries from here: please wait.");
  expect(screen.getByText("Try again in 2 seconds.").getAttribute("aria-hidden")).toBe("true");
  expect(button().getAttribute("aria-disabled")).toBe("true");
  await signIn(user);
  expect(requests).toHaveLength(2);
  await runTimer();
  screen.getByText("Try again in 1 second.");
  await runTimer();
  expect(screen.getByText("You can try again now.").hasAttribute("aria-hidden")).toBe(false);
  expect(button().getAttribute("aria-disabled")).toBe("false");
});

test("while a request runs the button says so, and a second click sends none", async () => {
  const { reply, release } = deferredReply(success());
  const { user, requests } = await openSignIn(reply);
  await signIn(user);
  const busy = screen.getByRole("button", { name: "Signing in…" });
  expect(busy.getAttribute("aria-disabled")).toBe("true");
  await user.click(busy);
  expect(requests).toHaveLength(2);
  release();
  await screen.findByRole("heading", { name: "Settings" });
});

type User = Awaited<ReturnType<typeof openSignIn>>["user"];

const signIn = async (user: User): Promise<void> => {
  await user.clear(field("client_id"));
  await user.type(field("client_id"), "client-1");
  await user.type(field("secret"), "s3cret");
  await user.click(button());
};

const field = (name: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(name);
const button = (): HTMLElement => screen.getByRole("button", { name: "Sign in" });
