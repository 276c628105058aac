/** Patterns for sentences that name a button's action, in English. */
export const sayings = {
  again: /try again|retry|come back/i,
  list: /choose another|another one|another institution/i,
  leave: /close this|start again/i,
};
