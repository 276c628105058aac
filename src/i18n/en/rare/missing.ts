/** The texts for users whose bank is not in the list, in English. */
export const words = {
  missingHelp: (clientName: string) =>
    `${clientName} cannot reach every bank. Check the spelling, or take another way:`,
  missingNoWay: (clientName: string) =>
    `${clientName} cannot reach every bank. Check the spelling, or leave and tell ${clientName}.`,
  toList: "Back to the list",
};
