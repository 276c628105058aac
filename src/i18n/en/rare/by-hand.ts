/** The texts of account numbers and amounts that are entered by hand, in English. */
export const words = {
  numbers: "Enter your account numbers",
  numbersHelp: (clientName: string) =>
    `To show ${clientName} that the account is yours, we send two small deposits to it. You confirm their amounts once they have arrived.`,
  cheque: "At the bottom of a check: first the routing number, then the account number.",
  unknownBank: "We do not know its bank. You can go on.",
  wrongRouting: "Not a routing number. Please check its digits.",
  amounts: "Which amounts arrived?",
  amountsHelp:
    "You find the two small deposits on your account statement. Enter them in any order.",
  amountExample: "0.00",
  missingAmount: "Enter an amount, such as 0.05",
  sharesNumbers: (clientName: string) => `${clientName} gets these numbers once they are verified.`,
};
