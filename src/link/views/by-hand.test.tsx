import { screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import { loginForm, manualEntry, openLink, toForm } from "./open-link.fixture.tsx";

const openNumbers = () =>
  openLink(
    ...toForm(
      loginForm({
        institution: manualEntry,
        purpose: "numbers",
        fields: [
          { name: "routing_number", label: "Routing number", type: "digits" },
          { name: "account_number", label: "Account number", type: "digits" },
        ],
      }),
    ),
  );
const routing = () => screen.getByRole("textbox", { name: "Routing number" });
const NUMBER = "021000021";

test("a picture shows where both numbers are on a check", () => {
  openNumbers();
  const name = "At the bottom of a check: first the routing number, then the account number.";
  const picture = screen.getByRole("img", { name });
  expect(picture.textContent).toContain("Routing number");
  expect(picture.textContent).toContain("Account number");
});

test("other forms by hand have no picture and no bank", async () => {
  openLink(
    ...toForm(
      loginForm({
        institution: manualEntry,
        purpose: "numbers",
        fields: [{ name: "iban", label: "IBAN", type: "text" }],
      }),
    ),
  );
  expect(screen.queryByRole("img", { name: /check/ })).toBeNull();
  expect(document.querySelector(".bank")).toBeNull();
});

test.each(["021000021", "0210 0002 1", "0210-00021"])(
  "the bank of %j is asked for once the number is whole, and named",
  async (typed) => {
    const { user, sent, receive } = openNumbers();
    await user.type(routing(), typed);
    expect(sent.at(-1)).toEqual({ type: "number.typed", number: NUMBER, isWrong: false });
    expect(sent.slice(0, -1).every((event) => "number" in event && event.number === "")).toBe(true);
    receive({ type: "bank.named", number: NUMBER, name: "Acorn Bank" });
    const status = screen.getByText("Acorn Bank");
    expect(status.getAttribute("role")).toBe("status");
    await user.type(routing(), "{Backspace}");
    expect(status.textContent).toBe("");
  },
);

test("an unknown bank is said calmly, and the number is not wrong", async () => {
  const { user, receive } = openNumbers();
  await user.type(routing(), NUMBER);
  receive({ type: "bank.named", number: NUMBER, name: null });
  screen.getByText("We do not know its bank. You can go on.");
  expect(routing().getAttribute("aria-invalid")).toBeNull();
});

test("the bank of an earlier number is not shown", async () => {
  const { user, receive } = openNumbers();
  await user.type(routing(), NUMBER);
  receive({ type: "bank.named", number: "011401533", name: "Acorn Bank" });
  expect(screen.queryByText("Acorn Bank")).toBeNull();
});

test.each(["021000022", "0210000211", "02100002x", "000000000"])(
  "%j is no routing number, and its bank is not asked for",
  async (typed) => {
    const { user, sent } = openNumbers();
    await user.type(routing(), typed);
    expect(sent.at(-1)).toEqual({ type: "number.typed", number: typed, isWrong: true });
    screen.getByText("Not a routing number. Please check its digits.");
    expect(routing().getAttribute("aria-invalid")).toBe("true");
    await user.type(routing(), "{Backspace}");
    expect(routing().getAttribute("aria-invalid")).toBeNull();
  },
);
