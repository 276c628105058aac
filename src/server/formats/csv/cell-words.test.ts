import { expect, test } from "vitest";
import { readStatus } from "./cell-words.ts";

test.each([
  ["booked", ["Avviso inviato", "Avvisato", "Recus", "Reçus", "Refusion", "Refusjon", "Anul 2026"]],
  ["booked", ["Granulated", "Spend", "Household", "Bekleidung", "חיוב נדחה", "Executed"]],
  ["dropped", ["Avvist", "Avvisad", "Avvisat", "Afvist", "Recusado", "Recusada", "Refusé"]],
  ["dropped", ["Anulowana", "Anulado", "Anulată", "Anulirano", "Respins", "Απορρίφθηκε", "נדחה"]],
  ["pending", ["Pending", "Pendiente", "Suspended", "On hold", "Hold", "Bekleniyor", "Ootel"]],
] as const)("a state is %s by words of its own language: %j", (status, states) => {
  for (const state of states) expect(readStatus(state), state).toBe(status);
});
