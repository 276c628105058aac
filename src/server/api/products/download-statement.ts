import { z } from "zod";
import { leavingAtEnd } from "../../domain/asset-reports/read-gate.ts";
import {
  inChunks,
  statementDocument,
} from "../../domain/transactions/statements/statement-document.ts";
import { chargeProduct } from "../charge-product.ts";
import { endpoint, INSTITUTION_REFUSALS } from "../endpoint.ts";
import { Token } from "../fields.ts";
import { loadItem } from "../item-of.ts";

/** Returns the document of a statement. */
export const downloadStatement = endpoint({
  path: "/statements/download",
  effect: "read",
  products: ["statements"],
  summary: "Download a statement as a PDF.",
  description:
    "The answer is the institution's own document, of the type application/pdf and at most 8 MB; the header " +
    "Service-Content-Hash has its SHA-256, and Service-Request-Id the request_id. It is kept encrypted with the " +
    "Item, so that a statement_id has the same bytes each time. Refusals are JSON.",
  refusals: [...INSTITUTION_REFUSALS, "PRODUCT_NOT_READY"],
  limits: {
    item: { perMinute: 10, sandboxPerMinute: 100, code: "RATE_LIMIT" },
    client: { perMinute: 1000, code: "RATE_LIMIT" },
  },
  hasContentHash: true,
  request: z.strictObject({
    access_token: Token,
    statement_id: z
      .string()
      .min(1)
      .max(200)
      .meta({ examples: ["vzeNDwK7KQIm4yEog683uElbp9GRLEFXGK98D"] }),
  }),
  response: "application/pdf",
  async handle({ access_token, statement_id }, context) {
    const itemBefore = await loadItem(access_token, context);
    const item = await chargeProduct(itemBefore, "statements", context);
    const leave = await context.statementReads.enter(context.client.clientId);
    try {
      const { document, sha256 } = await statementDocument(context, item, statement_id);
      return {
        type: "application/pdf",
        // The id of a stored statement has only letters, digits, - and _.
        fileName: `statement-${statement_id}.pdf`,
        content: leavingAtEnd(inChunks(document), leave),
        isAttachment: true,
        sha256,
      };
    } catch (failure) {
      leave();
      throw failure;
    }
  },
});
