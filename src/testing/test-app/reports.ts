import { AssetReport, AssetReportWarning } from "../../protocol/reports/asset-report.ts";
import { sampleSecret } from "../store-contract/samples.ts";
import type { testApp } from "./test-app.ts";

type TestApp = Awaited<ReturnType<typeof testApp>>;
type Keys = { client_id: string; secret: string };

/** Asset Reports in tests: requests, generation, reads and refusals. */
export const fetchReports = (app: TestApp) => {
  const create = async (access_tokens: string[], days_requested = 30, options = {}) => {
    const reportRequest = { access_tokens, days_requested, options };
    const { asset_report_token, asset_report_id } = await app.call(
      "/asset_report/create",
      reportRequest,
    );
    return { token: String(asset_report_token), id: String(asset_report_id) };
  };
  const read = async (asset_report_token: string, changes = {}) => {
    const body = { asset_report_token, ...changes };
    const { report, warnings } = await app.call("/asset_report/get", body);
    return {
      report: AssetReport.parse(report),
      warnings: AssetReportWarning.array().parse(warnings),
    };
  };
  return {
    create,
    read,
    /** Creates a report, and returns its token. */
    createReady: async (...request: Parameters<typeof create>) => {
      const { token } = await create(...request);
      await app.runJobs();
      return token;
    },
    /** Returns the error code of a call, or null after a success. */
    refusal: async (path: string, body: object, keys: Keys = app.keys) => {
      const { client_id, secret } = keys;
      return (await app.post(path, { client_id, secret, ...body })).body.error_code ?? null;
    },
    /** A second client on the server. */
    anotherClient: async (clientId = "another-client"): Promise<Keys> => {
      const secret = `secret-of-${clientId}`;
      await app.services.store.clients.add({
        ...app.client,
        clientId,
        secrets: [sampleSecret(secret)],
        publicKey: `key-of-${clientId}`,
      });
      return { client_id: clientId, secret };
    },
  };
};
