/** Patterns for sentences that name a button's action, in French. */
export const sayings = {
  again: /réessay|revenez|plus tard/i,
  list: /choisi\p{L}* un autre|choisi\p{L}*-en|un autre établissement/iu,
  leave: /ferme\p{L}* cette|recommence/iu,
};
