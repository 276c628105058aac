/** Categories that follow from FDX's transaction type, and in some cases the direction. */
const BY_TYPE: Record<string, string | { in: string; out: string }> = {
  ATMDEPOSIT: "11002001",
  ATMWITHDRAWAL: "11001001",
  DIRECTDEPOSIT: "16001000",
  DIVIDEND: "17002000",
  FEE: "10000000",
  INTEREST: { in: "17001000", out: "18001000" },
  TRANSFER: "24000000",
};

/** The category of a payment to a kind of account, from the payer's side. */
const PAYMENTS = new Map([
  ["LOC_ACCOUNT", "18003000"],
  ["LOAN_ACCOUNT", "18002000"],
]);

/** Categories by merchant category code (ISO 18245), as inclusive ranges. */
const BY_MERCHANT_CODE: readonly (readonly [from: number, to: number, categoryId: string])[] = [
  [742, 742, "14006000"],
  [3000, 3299, "25001000"],
  [3351, 3441, "25003000"],
  [3501, 3999, "25002000"],
  [4011, 4111, "25005000"],
  [4112, 4112, "25005001"],
  [4121, 4121, "25004000"],
  [4131, 4131, "25005002"],
  [4511, 4511, "25001000"],
  [4784, 4784, "25008000"],
  [4814, 4814, "15002005"],
  [4816, 4816, "15002004"],
  [4899, 4899, "21001001"],
  [4900, 4900, "15002000"],
  [5211, 5251, "22009000"],
  [5311, 5331, "22000000"],
  [5411, 5411, "13003001"],
  [5422, 5451, "13003000"],
  [5462, 5462, "13001004"],
  [5499, 5499, "13003003"],
  [5541, 5542, "25006000"],
  [5611, 5651, "22001000"],
  [5661, 5661, "22001001"],
  [5681, 5699, "22001000"],
  [5712, 5719, "22003000"],
  [5732, 5732, "22002000"],
  [5734, 5734, "21002001"],
  [5811, 5812, "13001001"],
  [5813, 5813, "13002000"],
  [5814, 5814, "13001002"],
  [5912, 5912, "14001000"],
  [5941, 5941, "22006000"],
  [5942, 5942, "22004000"],
  [5945, 5945, "22007000"],
  [5947, 5947, "22010000"],
  [5992, 5992, "22010000"],
  [5995, 5995, "22008000"],
  [6010, 6011, "11001000"],
  [6300, 6300, "15003000"],
  [6513, 6513, "15001000"],
  [7011, 7011, "25002000"],
  [7211, 7217, "20003000"],
  [7230, 7230, "20001000"],
  [7298, 7298, "20002000"],
  [7512, 7513, "25003000"],
  [7523, 7523, "25007000"],
  [7832, 7832, "19001000"],
  [7922, 7922, "19002000"],
  [7991, 7991, "19006000"],
  [7994, 7994, "19005000"],
  [7997, 7997, "19003000"],
  [8011, 8011, "14002000"],
  [8021, 8021, "14003000"],
  [8042, 8043, "14004000"],
  [8062, 8062, "14005000"],
  [8211, 8299, "21004000"],
  [8398, 8398, "12001000"],
  [8661, 8661, "12002000"],
  [8931, 8931, "21002002"],
  [9311, 9311, "23000000"],
];

type Facts = {
  transactionType: string | null;
  /** The institution's own, preferably a merchant category code. */
  category: string | null;
  accountCategory: string | null;
  /** Whether money comes in. */
  isCredit: boolean;
};

/** The id of a transaction's category, if sufficiently described, or null. */
export const categoryIdOf = ({
  transactionType,
  category,
  accountCategory,
  isCredit,
}: Facts): string | null => {
  const byCode = /^\d{4}$/.test(category ?? "") ? byMerchantCode(Number(category)) : null;
  if (byCode !== null) return byCode;
  if (transactionType === "PAYMENT") return PAYMENTS.get(accountCategory ?? "") ?? null;
  const byType = Object.hasOwn(BY_TYPE, transactionType ?? "")
    ? BY_TYPE[transactionType ?? ""]
    : null;
  if (byType == null || typeof byType === "string") return byType ?? null;
  return isCredit ? byType.in : byType.out;
};

const byMerchantCode = (code: number): string | null =>
  BY_MERCHANT_CODE.find(([from, to]) => code >= from && code <= to)?.[2] ?? null;
