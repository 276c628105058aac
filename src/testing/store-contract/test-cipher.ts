import { randomBytes } from "node:crypto";
import { createVault } from "../../server/domain/vault.ts";
import { lateCipher } from "../../server/store/column-cipher.ts";

/** A cipher with the same key in every process. */
export const TEST_CIPHER = lateCipher();
TEST_CIPHER.use(createVault({ current: new Uint8Array(32) }, randomBytes));
