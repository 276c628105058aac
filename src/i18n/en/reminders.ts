import type { RemindersWords } from "../reminders.ts";

export const reminders: RemindersWords = {
  isOn: "You get a mail 14, 7 and 1 days before an access ends, and when a bank asks for another sign-in.",
  isOff: "Before an access ends you can get a mail, with a button that renews it.",
  start: "Remind me by mail",
  stop: "No more reminders",
};
