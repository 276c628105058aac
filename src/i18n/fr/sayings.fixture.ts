/** How a sentence says in French what a button of ours does. */
export const sayings = {
  again: /réessay|revenez|plus tard/i,
  list: /choisi\p{L}* un autre|choisi\p{L}*-en|un autre établissement/iu,
  leave: /ferme\p{L}* cette|recommence/iu,
};
