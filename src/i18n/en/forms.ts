import type { FormWords } from "../forms.ts";

/** The texts of the server's own forms, in English. */
export const forms: FormWords = {
  application: "this application",
  linkEnded: (application) => `The request of ${application} has ended. Nothing was connected.`,
  manualEntry: {
    name: "Manual entry",
    label: "Enter account numbers by hand",
    kinds: { checking: "Checking", savings: "Savings" },
    routing: "Routing number",
    account: "Account number",
    type: "Account type",
    agree: "I agree to two small deposits that prove this account is mine",
  },
  files: {
    name: "Bank file",
    label: "Upload a file from your bank",
    aliases: ["OFX", "QFX", "QIF", "CSV", "statement file", "import"],
    bank: "Bank’s name",
    titles: { first: "Add a file from your bank", newer: "Add a newer file" },
    lead: "Sign in at your bank, download your transactions, and choose the file here: OFX, QIF, CSV, MT940 or camt.",
    download: (bank, path, format) => [`${bank}: ${path}.`, `Choose ${format} as the format.`],
    note: (application) => `${application} gets its transactions, and no password.`,
    sampleFile: "Download the sample file",
    missing: "Choose a file.",
    choose: "Choose a file",
    drop: "or drop it here",
    sending: "Sending your file",
    reading: "Reading your file",
    columns: "Is this right?",
    columnsHelp: "These are the first rows of your file. Say once what each column is.",
    questions: "About your file",
    questionsHelp: "Your file leaves this open.",
    file: "File from your bank",
    sample: "The sandbox takes its own sample files alone, never a real one.",
    kinds: {
      checking: "Checking",
      savings: "Savings",
      "money market": "Money market",
      "line of credit": "Line of credit",
      "credit card": "Credit card",
      cash: "Cash",
      investment: "Investments",
    },
    whichText: "Which of these reads right?",
    whichYear: "In which year is the newest date?",
    whichAccount: "Which account is this file of?",
    newAccount: "Another account",
    pair: {
      title: "Is this the same payment?",
      earlier: "Earlier file",
      this: "This file",
      gone: "No longer there",
      new: "New",
      why: (reasons) => `Why we ask: ${reasons}.`,
    },
    samePair: ({ day, amount, before, now }) =>
      before === now
        ? `${day}, ${amount}: “${now}” is in an earlier file and in this one.`
        : `${day}, ${amount}: “${before}” in an earlier file, “${now}” in this one.`,
    samePairs: (count) =>
      `${count} rows are much like rows of an earlier file. Are they the same payments?`,
    match: (before, now, reasons) =>
      `“${now.name}” (${now.day}, ${now.amount}) is new, and “${before.name}” (${before.day}, ${before.amount}) is gone. Why we ask: ${reasons}.`,
    same: "Same payment",
    other: "Two payments",
    sameMany: "The same payments",
    otherMany: "Other payments",
    column: (place) => `Column ${place}`,
    ignored: "Left out",
    roles: {
      date: "Date",
      amount: "Amount",
      debit: "Money out",
      credit: "Money in",
      description: "Description",
      payee: "Payee",
      memo: "Note",
      balance: "Balance",
      currency: "Currency",
      id: "Bank’s id",
      reference: "Reference",
      direction: "In or out",
    },
    securityRoles: {
      security: "Security (name, symbol or ISIN)",
      units: "Units of the security",
      price: "Price of a unit",
      action: "Buy or sell",
    },
    words: "What do these words mean?",
    wordsHelp:
      "Your file has kinds of trades that we do not know. Say once what each is; later files need no question.",
    wordRows: (word, count) => `${word} (${count === 1 ? "1 row" : `${count} rows`})`,
    unitsOf: (units, security) => `${units} × ${security || "units"}`,
    tradeKinds: {
      choose: "Choose",
      buy: "Bought",
      sell: "Sold",
      reinvestment: "Bought with a dividend",
      dividend: "Dividend",
      interest: "Interest",
      fee: "Fee",
      tax: "Tax",
      deposit: "Money paid in",
      withdrawal: "Money paid out",
      transfer_in: "Securities moved in",
      transfer_out: "Securities moved out",
      split: "Split of shares",
      other: "Other money in or out",
      none: "Left out",
    },
    sayWord: (word) => `Say what “${word}” means.`,
    quoted: (word) => `“${word}”`,
    nextWords: (words, count) =>
      `Next we ask what ${words}${count > 3 ? " …" : ""} ${count === 1 ? "means" : "mean"}.`,
    lacks: (role) => `Choose the column for “${role}”.`,
    twice: (role) => `Two columns are “${role}”. Choose one of them.`,
    dateOrder: "Order of dates",
    dateOrders: { DMY: "Day, month, year", MDY: "Month, day, year", YMD: "Year, month, day" },
    decimalMark: "Amounts look like",
    sign: "An amount without a minus is",
    signs: { out: "Money in", in: "Money out" },
    fee: "A fee next to an amount is",
    fees: { inside: "Part of the amount", onTop: "On top of the amount" },
    currencies: "Rows in several currencies are of",
    accountsOfCurrencies: { one: "One account", each: "An account for each" },
    mismatch: (rows, balances) => `The rows add up to ${rows}, the balance says ${balances}.`,
    payments: (count, days) => `${count === 1 ? "1 payment" : `${count} payments`}, ${days}:`,
    trades: (count, days) => `${count === 1 ? "1 trade" : `${count} trades`}, ${days}:`,
    positions: (count) => `${count === 1 ? "1 holding" : `${count} holdings`}, worth:`,
    line: (line, problem) => `Line ${line}: ${problem}`,
    leftOut: (count, problem) => {
      if (problem !== null)
        return count === 1
          ? `One row was left out. ${problem}`
          : `${count} rows were left out. The first: ${problem}`;
      return count === 1
        ? "One line that is no transaction was left out."
        : `${count} lines that are no transactions were left out.`;
    },
    problems: {
      INVALID_ARCHIVE: "We cannot open this archive. Unpack it, and choose the file in it.",
      NOT_A_SAMPLE: "The sandbox takes its sample files alone. Use development for your own.",
      EMPTY_FILE: "This file is empty.",
      UNKNOWN_FORMAT: "We cannot read this kind of file. Choose OFX, CSV, QIF, MT940 or camt.",
      FILE_TOO_LARGE: "This file is too large. Choose a shorter period at your bank.",
      TOO_MANY_TRANSACTIONS:
        "This file has too many transactions. Choose a shorter period at your bank.",
      TOO_MANY_ACCOUNTS: "This file has too many accounts. Download fewer of them at once.",
      UNCLEAR_ACCOUNTS: "We cannot tell this file’s accounts apart. Download each on its own.",
      INVALID_ENCODING: "This text is not in one encoding. Download the file again.",
      DOCUMENT_TYPE: "The file declares entities, which we do not read. Download it again.",
      BROKEN_STRUCTURE: "The file is broken here. Download it again.",
      NO_STATEMENT: "We found no transactions in this file.",
      UNKNOWN_ACTION: "We do not know this kind of trade.",
      NO_TRANSACTION: "This line is no transaction.",
      MISSING_FIELD: "A date or an amount is missing.",
      INVALID_DATE: "We cannot read this date.",
      AMBIGUOUS_DATES: "Day and month may change places in all dates of this file.",
      INVALID_AMOUNT: "We cannot read this amount.",
      INVALID_CURRENCY: "We cannot read this currency.",
      INVALID_ACCOUNT_NUMBER: "We cannot read this account number.",
      INVALID_BANK_NUMBER: "We cannot read this number of a bank.",
      INVALID_ID: "We cannot read this transaction’s number.",
      VALUE_TOO_LONG: "A text is too long here.",
    },
  },
  approval: {
    user: "User name",
    before: (institution) =>
      `You need no password here: ${institution} asks you in its app to approve.`,
    title: (institution) => `Approve in the app of ${institution}`,
    help: "Open the app and compare the code. If it shows another one, do not approve.",
    plainHelp:
      "Open the app and approve there. Do not approve if you have not just entered your user name here.",
    says: (institution, words) => `${institution} says: “${words}”`,
    later: "Does the app ask for nothing? Cancel, check your user name, and try again.",
  },
  confirmation: { password: "Password", method: "How do you want to confirm that it is you?" },
  ownAccounts: {
    ibans: "IBAN (several: with commas)",
    before: (institution) =>
      `${institution} shares only accounts that you name before you sign in there.`,
    wrong: "That is not an IBAN. Please check each of them.",
  },
  ways: {
    connection: (institution) => `Sign in at ${institution} directly`,
    aggregator: (institution) => `Sign in at ${institution} through Enable Banking`,
    token: (institution) => `Paste a token that you make at ${institution}`,
    fints: (institution) => `Sign in with the PIN of your online banking at ${institution} (FinTS)`,
  },
  fints: {
    user: "Login name or number",
    pin: "PIN or password",
    bankCode: "Bank code (BLZ)",
    before: (institution) =>
      `Use the login name and the PIN of your online banking at ${institution}. They go to your bank alone, which then asks for a TAN or for your approval.`,
    method: "How do you want to confirm?",
    medium: "Which device or list do you want to use?",
    tan: "Enter the TAN that your device shows.",
    wrongTan: "That TAN was not right. Here is another one.",
    wrongTans:
      "Two TANs in a row were not right, and your bank may lock them after three. Check your device, then sign in again.",
    knownPin:
      "Your bank has refused this PIN before, so it was not sent again: a bank locks the login after three. Enter the right one.",
    refused:
      "Your bank refused this sign-in without a reason that we know. Check that your online banking works at the bank's own site before you try again.",
    stopped: {
      pin: "Your bank no longer takes the PIN that you gave here. Enter the new one.",
      locked: "Your bank has locked your online banking. Unlock it at the bank, then sign in here.",
      tan: "Your bank wants you to confirm again, as it does every few months.",
      unknown:
        "Your bank refused to be read, without a reason that we know. Check your online banking at the bank, then sign in here.",
    },
  },
  ownToken: {
    token: "Your token",
    before: (institution) =>
      `Make a token that can only read at ${institution}, and paste it here. It is sent to ${institution} alone.`,
    setupToken: "Setup token",
    beforeSetup:
      "Make a setup token at your SimpleFIN server, such as bridge.simplefin.org, and paste it here. It works once.",
    setupRefused:
      "This setup token does not work, or was used before. Make a new one at your SimpleFIN server.",
    unpaid:
      "Your subscription to the SimpleFIN server has ended. Renew it there, make a new setup token, and paste it here.",
    waitingAt: (banks) =>
      `${banks || "A bank"} wants you to sign in. Do so at your SimpleFIN server: its accounts are then read again, without a new setup token.`,
  },
  aggregator: {
    noAccounts:
      "Your sign-in worked, but no account came with it. Link your accounts to the application in the Enable Banking control panel first, and then connect this bank again.",
    bankFailed: (bank) =>
      `Something failed at ${bank}, and it did not say what. Nothing was connected. Try again later.`,
    bankSaid: (bank, words) => `${bank} says: “${words}”. Nothing was connected.`,
  },
  another: "Connect another account",
  wrongCode: (left) =>
    `That code is not right.${left === null ? "" : ` You can try ${left === 1 ? "once" : `${left} times`} more.`}`,
  existing: "You connected this login on {since}. Renewing that connection keeps its history.",
  renew: "Renew that connection",
  linkedBefore: (bank, mask) =>
    `You already connected this account${bank === null ? "" : ` through ${bank}`}${mask === null ? "" : ` (ending in ${mask})`}.`,
  deletesRest: "What this service has read of the others is deleted, but for reports made before.",
  otherAccounts: (application) =>
    `${application} asks for a kind of account that this login does not have.`,
  amounts: { first: "First amount", second: "Second amount" },
};
