import { invest } from "./portfolio.mjs";
import { brokerage, chequing, creditCard, loan, savings } from "./products.mjs";
import { income, monthly, payCard, repayLoan, spending, sweep } from "./recurring.mjs";

/** @import { Customer } from "./types.d.mts" */

/** Everybody's password: the bank is made up, and its login page says so. */
export const PASSWORD = "lantern";

/**
 * The bank's customers. Each has a list of habits with money; transactions follow from it and the date alone.
 * @type {readonly Customer[]}
 */
export const CUSTOMERS = [
  {
    id: "cust-ada",
    login: "ada",
    describes: "four accounts, and a transaction most days",
    name: { first: "Ada", middle: "Rose", last: "Winters" },
    email: "ada.winters@example.com",
    telephone: "2025550143",
    address: { line1: "18 Larch Row", city: "Millbrook", region: "VT", postalCode: "05401" },
    accounts: [
      chequing({ id: "acc-ada-everyday", number: "4400187210", opening: 3_840_00 }),
      savings({ id: "acc-ada-rainy", number: "4400187228", opening: 9_200_00 }),
      creditCard({ id: "acc-ada-card", number: "5500990011237714", line: 8_000_00 }),
      loan({
        id: "acc-ada-car",
        number: "7700012604",
        productName: "Car Loan",
        accountType: "AUTOLOAN",
        principal: 21_500_00,
        rate: 4.9,
        payment: 389_50,
        months: 60,
      }),
    ],
    habits: [
      income(
        "acc-ada-everyday",
        [15, 30],
        2_412_68,
        "HEDGEROW STUDIOS PAYROLL",
        "Hedgerow Studios",
      ),
      monthly("acc-ada-everyday", 1, 1_350_00, "LARCH ROW HOMES RENT", "Rent"),
      monthly("acc-ada-everyday", 9, 64_20, "GREEN VALLEY POWER", "Utilities"),
      monthly("acc-ada-everyday", 11, 49_99, "FARSIGHT INTERNET", "Utilities"),
      monthly("acc-ada-card", 3, 11_99, "PAPER MOON AUDIOBOOKS", "Entertainment"),
      repayLoan("acc-ada-everyday", "acc-ada-car", 5),
      payCard("acc-ada-everyday", "acc-ada-card", 22),
      sweep("acc-ada-everyday", "acc-ada-rainy", 28, 1_500_00),
      spending("acc-ada-card", 0.62),
      spending("acc-ada-everyday", 0.21),
    ],
  },
  {
    id: "cust-ben",
    login: "ben",
    describes: "a joint account and a student loan",
    name: { first: "Ben", last: "Okafor" },
    email: "ben.okafor@example.com",
    telephone: "2025550168",
    address: {
      line1: "402 Quayside",
      line2: "Flat 3",
      city: "Port Ellis",
      region: "ME",
      postalCode: "04101",
    },
    accounts: [
      chequing({
        id: "acc-ben-joint",
        number: "4400231876",
        opening: 3_120_00,
        productName: "Joint Everyday",
        holders: [{ first: "Mira", last: "Okafor" }],
      }),
      loan({
        id: "acc-ben-study",
        number: "7700055031",
        productName: "Student Loan",
        accountType: "STUDENTLOAN",
        principal: 34_000_00,
        rate: 3.2,
        payment: 331_00,
        months: 120,
      }),
    ],
    habits: [
      income("acc-ben-joint", [25], 3_180_40, "PORT ELLIS SCHOOL DISTRICT", "Port Ellis Schools"),
      monthly("acc-ben-joint", 2, 980_00, "QUAYSIDE LETTINGS RENT", "Rent"),
      monthly("acc-ben-joint", 14, 38_50, "HARBOUR TRANSIT PASS", "Transport"),
      repayLoan("acc-ben-joint", "acc-ben-study", 6),
      spending("acc-ben-joint", 0.55),
    ],
  },
  {
    id: "cust-cleo",
    login: "cleo",
    describes: "one savings account, and little that happens",
    name: { first: "Cleo", last: "Marchetti" },
    email: "cleo.marchetti@example.com",
    telephone: "2025550119",
    address: { line1: "7 Beacon Hill", city: "Northgate", region: "NH", postalCode: "03801" },
    accounts: [savings({ id: "acc-cleo-nest", number: "4400310092", opening: 640_00 })],
    habits: [income("acc-cleo-nest", [1], 75_00, "STANDING ORDER FROM M MARCHETTI", "M Marchetti")],
  },
  {
    id: "cust-dov",
    login: "dov",
    describes: "nothing to share: he has closed his accounts",
    name: { first: "Dov", last: "Lindgren" },
    email: "dov.lindgren@example.com",
    telephone: "2025550177",
    address: { line1: "90 Mill Lane", city: "Millbrook", region: "VT", postalCode: "05401" },
    accounts: [],
    habits: [],
  },
  {
    id: "cust-esme",
    login: "esme",
    describes: "may not share: the bank has blocked it for her",
    name: { first: "Esme", last: "Vance" },
    email: "esme.vance@example.com",
    telephone: "2025550131",
    address: { line1: "11 Orchard End", city: "Northgate", region: "NH", postalCode: "03801" },
    mayShare: false,
    accounts: [chequing({ id: "acc-esme-everyday", number: "4400404417", opening: 300_00 })],
    habits: [],
  },
  {
    id: "cust-fern",
    login: "fern",
    describes: "a checking account, and an investment account with a fund and shares",
    name: { first: "Fern", last: "Aldous" },
    email: "fern.aldous@example.com",
    telephone: "2025550186",
    address: { line1: "3 Kiln Yard", city: "Millbrook", region: "VT", postalCode: "05401" },
    accounts: [
      chequing({ id: "acc-fern-everyday", number: "4400519308", opening: 2_650_00 }),
      brokerage({ id: "acc-fern-invest", number: "8800073315" }),
    ],
    habits: [
      income("acc-fern-everyday", [28], 3_940_10, "NORTHGATE CLINIC PAYROLL", "Northgate Clinic"),
      monthly("acc-fern-everyday", 2, 1_120_00, "KILN YARD HOMES RENT", "Rent"),
      invest("acc-fern-everyday", "acc-fern-invest", 4, 600_00),
      spending("acc-fern-everyday", 0.4),
    ],
  },
];

/** @param {string} id */
export const findCustomer = (id) => CUSTOMERS.find((customer) => customer.id === id);

/**
 * The customer with a login name.
 * @param {string} login
 */
export const customerByLogin = (login) =>
  CUSTOMERS.find((customer) => customer.login === login.trim().toLowerCase());

/**
 * The customer of a login name and password; undefined if they do not match.
 * @param {string} login
 * @param {string} password
 */
export const authenticate = (login, password) =>
  password === PASSWORD ? customerByLogin(login) : undefined;
