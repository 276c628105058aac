import type { RemindersWords } from "../reminders.ts";

export const reminders: RemindersWords = {
  isOn: "You get an email 14 days, 7 days and a day before an access ends, and when a bank asks for another sign-in.",
  isOff: "Before an access ends you can get an email, with a button that renews it.",
  start: "Remind me by email",
  stop: "No more reminders",
};
