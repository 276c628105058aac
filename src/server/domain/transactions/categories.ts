import { type Line, ownLine } from "../bank-values.ts";

/** The group of a category: payments at a physical place, or other movements of money. */
type CategoryGroup = "place" | "special";

/** A kind of transaction; the hierarchy goes from the widest to the narrowest. */
export type Category = { categoryId: Line; group: CategoryGroup; hierarchy: string[] };

/**
 * Every category by its id: two digits for the widest level, three for the second, three for the
 * third. Ids are permanent; new ids take unused digits.
 */
const NAMES: Record<string, string> = {
  "10000000": "Bank Charges",
  "10001000": "Account Fee",
  "10002000": "Overdraft Fee",
  "10003000": "Cash Machine Fee",
  "10004000": "Late Payment Fee",
  "10005000": "Foreign Payment Fee",
  "10006000": "Wire Fee",
  "10007000": "Advance Fee",
  "11000000": "Cash",
  "11001000": "Withdrawal",
  "11001001": "Cash Machine",
  "11001002": "At the Counter",
  "11002000": "Paid In",
  "11002001": "Cash Machine",
  "11002002": "Cheque",
  "12000000": "Community",
  "12001000": "Charity",
  "12002000": "Place of Worship",
  "12003000": "Membership",
  "12004000": "Local Government",
  "12005000": "Childcare",
  "13000000": "Food and Drink",
  "13001000": "Eating Out",
  "13001001": "Restaurant",
  "13001002": "Fast Food",
  "13001003": "Coffee Shop",
  "13001004": "Bakery",
  "13001005": "Ice Cream",
  "13001006": "Delivered Meals",
  "13002000": "Bars",
  "13002001": "Pub",
  "13002002": "Wine Bar",
  "13003000": "Groceries",
  "13003001": "Supermarket",
  "13003002": "Farm Shop",
  "13003003": "Corner Shop",
  "14000000": "Health",
  "14001000": "Pharmacy",
  "14002000": "Doctor",
  "14003000": "Dentist",
  "14004000": "Optician",
  "14005000": "Hospital",
  "14006000": "Vet",
  "15000000": "Home",
  "15001000": "Rent",
  "15002000": "Utilities",
  "15002001": "Electricity",
  "15002002": "Gas",
  "15002003": "Water",
  "15002004": "Internet",
  "15002005": "Mobile Phone",
  "15002006": "Waste",
  "15003000": "Insurance",
  "15003001": "Home Insurance",
  "15003002": "Car Insurance",
  "15003003": "Health Insurance",
  "15004000": "Repairs",
  "15004001": "Plumber",
  "15004002": "Electrician",
  "15004003": "Garden",
  "16000000": "Income",
  "16001000": "Wages",
  "16001001": "Salary",
  "16001002": "Bonus",
  "16001003": "Wage Advance",
  "16002000": "Benefits",
  "16003000": "Pension",
  "16004000": "Sales",
  "16004001": "Invoice Paid",
  "16004002": "Card Takings",
  "16005000": "Rental Income",
  "17000000": "Investment Income",
  "17001000": "Interest Earned",
  "17002000": "Dividend",
  "17003000": "Contribution",
  "17003001": "By the Employer",
  "17003002": "By the Holder",
  "17004000": "Investment Fee",
  "18000000": "Interest and Borrowing",
  "18001000": "Interest Charged",
  "18002000": "Loan Payment",
  "18002001": "Mortgage",
  "18002002": "Student Loan",
  "18002003": "Car Loan",
  "18003000": "Credit Card Payment",
  "19000000": "Leisure",
  "19001000": "Cinema",
  "19002000": "Concerts and Theatre",
  "19003000": "Gym",
  "19004000": "Sports",
  "19005000": "Games",
  "19006000": "Museums",
  "20000000": "Personal Care",
  "20001000": "Hairdresser",
  "20002000": "Spa",
  "20003000": "Laundry",
  "21000000": "Services",
  "21001000": "Subscriptions",
  "21001001": "Video",
  "21001002": "Music",
  "21001003": "News",
  "21001004": "Cloud Storage",
  "21002000": "Business Services",
  "21002001": "Software",
  "21002002": "Accountant",
  "21002003": "Advertising",
  "21002004": "Printing and Post",
  "21002005": "Wholesale",
  "21003000": "Payroll Paid",
  "21004000": "Education",
  "22000000": "Shops",
  "22001000": "Clothing",
  "22001001": "Shoes",
  "22002000": "Electronics",
  "22003000": "Furniture and Home",
  "22004000": "Books",
  "22005000": "Online Marketplace",
  "22006000": "Sporting Goods",
  "22007000": "Toys",
  "22008000": "Pets",
  "22009000": "Hardware",
  "22010000": "Gifts and Flowers",
  "23000000": "Taxes",
  "23001000": "Income Tax",
  "23002000": "Sales Tax",
  "23003000": "Tax Refund",
  "24000000": "Transfer",
  "24001000": "Between Own Accounts",
  "24001001": "To Savings",
  "24001002": "From Savings",
  "24001003": "To Investments",
  "24002000": "Paid to Someone",
  "24003000": "Received from Someone",
  "24004000": "Unsorted",
  "25000000": "Travel",
  "25001000": "Airline",
  "25002000": "Hotel",
  "25003000": "Car Hire",
  "25004000": "Taxi",
  "25005000": "Public Transport",
  "25005001": "Train",
  "25005002": "Bus and Metro",
  "25006000": "Fuel",
  "25007000": "Parking",
  "25008000": "Tolls",
};

/** The top-level categories of payments at a physical place. */
const PLACES = ["12", "13", "14", "19", "20", "21", "22", "25"];

/** Returns the category of an id, or null. */
export const findCategory = (categoryId: string): Category | null => BY_ID.get(categoryId) ?? null;

/** Every category, in the order of the ids. */
export const categories = (): readonly Category[] => [...BY_ID.values()];

const BY_ID = new Map(
  Object.keys(NAMES)
    .sort()
    .map((categoryId): [string, Category] => [
      categoryId,
      {
        categoryId: ownLine(categoryId),
        group: PLACES.includes(categoryId.slice(0, 2)) ? "place" : "special",
        hierarchy: hierarchyOf(categoryId),
      },
    ]),
);

function hierarchyOf(categoryId: string): string[] {
  const levels = [`${categoryId.slice(0, 2)}000000`, `${categoryId.slice(0, 5)}000`, categoryId];
  return [...new Set(levels)].map((id) => {
    const name = NAMES[id];
    if (name === undefined) throw new Error(`the category ${categoryId} has no ${id} above it`);
    return name;
  });
}
