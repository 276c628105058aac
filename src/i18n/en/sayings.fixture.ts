/** How a sentence says in English what a button of ours does. */
export const sayings = {
  again: /try again|retry|come back/i,
  list: /choose another|another one|another institution/i,
  leave: /close this|start again/i,
};
