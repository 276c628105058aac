import { z } from "zod";
import { categories } from "../../domain/transactions/categories.ts";
import { endpoint } from "../endpoint.ts";

const Category = z
  .strictObject({
    category_id: z.string().meta({ examples: ["13001003"] }),
    group: z.enum(["place", "special"]).meta({
      description: "Whether the money is spent at a place, or moved otherwise.",
    }),
    hierarchy: z.array(z.string()).meta({
      description: "Widest first.",
      examples: [["Food and Drink", "Eating Out", "Coffee Shop"]],
    }),
  })
  .meta({ id: "Category" });

/** Every category of transactions. Needs no credentials. */
export const getCategories = endpoint({
  path: "/categories/get",
  effect: "read",
  products: [],
  summary: "Retrieve the categories of transactions.",
  description: "The same for everybody: no keys are needed.",
  isOpen: true,
  request: z.strictObject({}),
  response: z.strictObject({ categories: z.array(Category) }),
  async handle() {
    return {
      categories: categories().map(({ categoryId, group, hierarchy }) => ({
        category_id: categoryId,
        group,
        hierarchy,
      })),
    };
  },
});
