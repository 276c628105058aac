import { sampleSecret } from "../../../testing/store-contract/samples.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

/** An app with a linked account, and the keys of a processor. */
export const withProcessor = async (variables: Record<string, string> = {}) => {
  const app = await testApp(variables);
  const processor = { client_id: "processor", secret: "processor-secret" };
  await app.services.store.clients.add({
    ...app.client,
    clientId: processor.client_id,
    secrets: [sampleSecret(processor.secret)],
    publicKey: "processor-public",
    partner: true,
  });
  const { access_token } = await app.link("ins_109508", ["transactions"]);
  const { accounts } = (await app.call("/accounts/get", { access_token })) as {
    accounts: { account_id: string; subtype: string }[];
  };
  const accountId = (subtype: string) =>
    accounts.find((account) => account.subtype === subtype)?.account_id;
  const create = (account_id: unknown, name = "amberpay") =>
    app.post("/processor/token/create", {
      ...toKeys(app.keys),
      access_token,
      account_id,
      processor: name,
    });
  const read = (processor_token: unknown) =>
    app.post("/processor/auth/get", { ...processor, processor_token });
  const ask = (path: string, body: object) => app.post(path, { ...processor, ...body });
  return { ...app, access_token, accountId, create, read, ask };
};

/** The keys of a client as a body has them. */
export const toKeys = ({ client_id, secret }: { client_id: string; secret: string }) => ({
  client_id,
  secret,
});
