import type { RemindersWords } from "../reminders.ts";

export const reminders: RemindersWords = {
  isOn: "Vous recevez un message 14 jours, 7 jours et 1 jour avant la fin d’un accès, et quand une banque redemande une identification.",
  isOff:
    "Avant la fin d’un accès, vous pouvez recevoir un message avec un bouton qui le renouvelle.",
  start: "Me prévenir par e-mail",
  stop: "Ne plus recevoir de rappels",
};
