import { render, screen } from "@testing-library/preact";
import { expect, test } from "vitest";
import { SelectField, TextField, Ticks } from "./form-fields.tsx";

test("a field is described by its hint, and by its problem in the hint's place", () => {
  const field = <TextField name="url" label="Address" hint="It begins with https." />;
  const { rerender } = render(field);
  const input = screen.getByRole("textbox", {
    name: "Address",
    description: "It begins with https.",
  });
  expect(input.getAttribute("aria-invalid")).toBe("false");
  rerender(<TextField {...field.props} problem="It has no host." />);
  expect(screen.getByRole("textbox", { description: "It has no host." })).toBe(input);
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(screen.queryByText("It begins with https.")).toBeNull();
});

test("a select begins at its initial value, whatever the order of its choices", () => {
  const choices = { 1: "the last hour", 24: "the last day" };
  render(<SelectField name="hours" label="Created in" choices={choices} initial="24" />);
  expect(screen.getByRole<HTMLSelectElement>("combobox").value).toBe("24");
});

test("chosen values are ticked, each under the field's name", () => {
  render(<Ticks name="product" label="Products" all={["auth", "income"]} chosen={["income"]} />);
  const boxes = screen.getAllByRole<HTMLInputElement>("checkbox");
  expect(boxes.map(({ name, value, checked }) => [name, value, checked])).toEqual([
    ["product", "auth", false],
    ["product", "income", true],
  ]);
});
