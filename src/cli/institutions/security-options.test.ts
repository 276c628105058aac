import { expect, test } from "vitest";
import { CERTIFICATE, KEY } from "../../testing/test-app/certificate.ts";
import { readStandard } from "./standard-options.ts";

const NONE = {
  ...{ dialect: "uk", security: "fapi1", approach: undefined, deviation: [] },
  ...{ ciba: false, dpop: undefined },
};
const SECRETS = { privateKey: KEY, certificate: { certificate: CERTIFICATE, key: KEY } };

test("FAPI 1 Advanced is declared with a key and a certificate, for hybrid responses or JARM", () => {
  const deviation = ["authorization-response=jarm"];
  const { standard } = readStandard({ ...NONE, deviation }, "https://bank.example", SECRETS);
  expect(standard).toMatchObject({
    security: "fapi1",
    deviations: { authorizationResponse: "jarm" },
  });
});

test.each([
  [{}, { privateKey: KEY }, "--security fapi1 needs --certificate"],
  [{}, { certificate: SECRETS.certificate }, "--security fapi1 needs --private-key"],
  [{ dialect: "fdx", ciba: true }, SECRETS, "not for --ciba"],
  [{ dialect: "berlin-group", approach: "redirect" }, SECRETS, "is not for --approach redirect"],
  [{ security: "fapi3" }, SECRETS, "--security must be none, fapi1 or fapi2, not fapi3"],
  [{ deviation: ["authorization-response=plain"] }, SECRETS, "is wrong at authorizationResponse"],
])("a declaration of FAPI 1 with %o is refused", (options, secrets, words) => {
  const read = () => readStandard({ ...NONE, ...options }, "https://bank.example", secrets);
  expect(read).toThrow(words);
});
