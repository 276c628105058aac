import { z } from "zod";
import { CONSENTED_PRODUCTS, PRODUCTS } from "../../../protocol/vocabulary.ts";
import { Fault } from "../../domain/fault.ts";
import type { ProcessorToken } from "../../domain/items/processor-token.ts";
import { type ApiContext, endpoint } from "../endpoint.ts";
import { ProcessorToken as ProcessorTokenField } from "../fields.ts";
import { loadProcessorToken } from "./processor-account.ts";

const Products = z
  .array(z.enum(PRODUCTS))
  .max(PRODUCTS.length)
  .meta({
    description: "The products that the processor may read; an empty list is all of them.",
    examples: [["auth", "balance"]],
  });

/** Limits a processor token to some products. */
export const setProcessorPermissions = endpoint({
  path: "/processor/token/permissions/set",
  effect: "write",
  products: CONSENTED_PRODUCTS,
  summary: "Set the products that a processor_token permits.",
  description:
    "A new token permits all products of its Item. The next call of the processor is checked.",
  request: z.strictObject({ processor_token: ProcessorTokenField, products: Products }),
  response: z.strictObject({}),
  async handle({ processor_token, products }, context) {
    const record = await ownToken(processor_token, context);
    const permitted = products.length > 0 ? [...new Set(products)] : null;
    await context.store.processorTokens.setProducts(record, permitted);
    return {};
  },
});

export const getProcessorPermissions = endpoint({
  path: "/processor/token/permissions/get",
  effect: "read",
  products: [],
  summary: "Retrieve the products that a processor_token permits.",
  description: "An empty list is all products of its Item.",
  request: z.strictObject({ processor_token: ProcessorTokenField }),
  response: z.strictObject({ products: Products }),
  async handle({ processor_token }, context) {
    const { products } = await ownToken(processor_token, context);
    return { products: [...(products ?? [])] };
  },
});

/** Returns a token of the client's own Item; INVALID_PROCESSOR_TOKEN for another client's Item. */
async function ownToken(token: string, context: ApiContext): Promise<ProcessorToken> {
  const { record, item } = await loadProcessorToken(token, context);
  if (item.clientId !== context.client.clientId || item.removedAt !== null)
    throw new Fault("INVALID_PROCESSOR_TOKEN");
  return record;
}
