/** The texts of the ways to a bank, and for users whose bank is not in the list, in English. */
export const words = {
  missingHelp: (clientName: string) =>
    `${clientName} cannot reach every bank. Check the spelling, or take another way:`,
  missingNoWay: (clientName: string) =>
    `${clientName} cannot reach every bank. Check the spelling, or leave and tell ${clientName}.`,
  chooseWay: (institution: string) => `How do you want to connect ${institution}?`,
  chooseWayHelp: (clientName: string) =>
    `Each way leads to the same accounts. You choose afterwards which of them ${clientName} may see.`,
  toList: "Back to the list",
};
