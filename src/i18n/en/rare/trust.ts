/** The texts of the trust facts on a pane of their own, in English. */
export const words = {
  beforeYouConnect: (clientName: string) => `Connect your accounts to ${clientName}`,
};
