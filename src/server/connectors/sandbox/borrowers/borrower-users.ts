/** Users at every institution, whose finances differ in what lenders examine. */
export const BORROWER_USERS = [
  "user_bank_income",
  "user_credit_profile_excellent",
  "user_credit_profile_good",
  "user_credit_profile_poor",
  "user_credit_bonus",
  "user_credit_joint_account",
  "user_gig_worker",
  "user_two_jobs",
  "user_overdrafts",
  "user_new_loan",
  "user_job_change",
  "user_retired",
  "user_benefits",
  "user_seasonal",
] as const;
export type BorrowerUser = (typeof BORROWER_USERS)[number];
