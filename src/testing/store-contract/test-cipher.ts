import { randomBytes } from "node:crypto";
import { createVault } from "../../server/domain/vault.ts";
import { lateCipher } from "../../server/store/column-cipher.ts";

/** A cipher under a key that is the same in every process. */
export const TEST_CIPHER = lateCipher();
TEST_CIPHER.use(createVault({ current: new Uint8Array(32) }, randomBytes));
