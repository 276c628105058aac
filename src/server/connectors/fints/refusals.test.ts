import { expect, test } from "vitest";
import { isWrongPin, refusalOf } from "./refusals.ts";

const answerOf = (...codes: [string, string][]) => ({
  ...{ dialogId: "1", segments: [] },
  codes: codes.map(([code, text]) => ({ code, text, parameters: [] })),
});

test.each<[string, ReturnType<typeof refusalOf>, boolean, [string, string][]]>([
  [
    "a good answer",
    null,
    false,
    [
      ["0010", "OK"],
      ["3076", "Keine starke Authentifizierung"],
    ],
  ],
  ["a warning of a lock alone", "locked", false, [["3938", "Zugang vorläufig gesperrt"]]],
  [
    "a wrong PIN",
    "pin",
    true,
    [
      ["9050", "Fehler"],
      ["9942", "PIN falsch"],
    ],
  ],
  [
    "a name or a PIN",
    "pin",
    true,
    [
      ["9800", "Abbruch"],
      ["9931", "Anmeldename oder PIN ist falsch"],
    ],
  ],
  [
    "a lock",
    "locked",
    false,
    [
      ["9800", "Abbruch"],
      ["9931", "Ihr Zugang ist gesperrt"],
    ],
  ],
  ["a wrong PIN that locks", "locked", true, [["9942", "PIN falsch. Zugang gesperrt"]]],
  [
    "a wrong TAN",
    "tan",
    false,
    [
      ["9050", "Fehler"],
      ["9941", "TAN ungültig"],
    ],
  ],
  ["an outage", "later", false, [["9000", "Wartungsarbeiten"]]],
  ["a product without registration", "product", false, [["9078", "Produkt unbekannt"]]],
  ["an unknown reason", "unknown", false, [["9010", "Auftrag abgelehnt"]]],
])("%s is %j", (_, refusal, isPin, codes) => {
  const answer = answerOf(...codes);
  expect([refusalOf(answer), isWrongPin(answer)]).toEqual([refusal, isPin]);
});
