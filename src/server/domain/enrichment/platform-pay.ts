/** Platforms that pay people for work and sell to people, by the names of merchants.txt. */
const PLATFORMS: ReadonlySet<string> = new Set([
  "Amazon Flex",
  "Bolt",
  "Deliveroo",
  "DoorDash",
  "Etsy",
  "Fiverr",
  "Free Now",
  "Glovo",
  "Gopuff",
  "Grubhub",
  "Instacart",
  "Just Eat",
  "Lieferando",
  "Lyft",
  "Postmates",
  "Rover",
  "Shipt",
  "TaskRabbit",
  "Uber",
  "Uber Eats",
  "Upwork",
  "Wolt",
]);

/** Whether a merchant is such a platform. */
export const isPlatform = (merchant: string): boolean => PLATFORMS.has(merchant);

/** Words of money that a platform pays out to those who work by it. */
const PAY =
  /\b(pay|payroll|payout|payouts|payment|payments|paymnt|pymnt|pymt|pmt|earnings?|cashout|instant|transfer|edi|driver|drivers|dasher|shopper|courier|rider|partner)\b/;

/** Words of money that goes back to a customer. */
const REFUND = /\b(refund|refunds|reversal|return|credit|adjustment|promo|chargeback)\b/;

/** Whether money that arrives from a platform is pay for work, not a refund. */
export const isPlatformPay = (merchant: string, words: readonly string[]): boolean => {
  if (!PLATFORMS.has(merchant)) return false;
  const text = words.join(" ");
  return PAY.test(text) && !REFUND.test(text);
};
