/** Presses a button for the request with this code in the bank's app; returns the page before that. */
export const answerInApp = async (
  issuer: string,
  code: string,
  answer: "approve" | "refuse",
): Promise<string> => {
  const page = await (await fetch(`${issuer}/app`)).text();
  const form = page.split("<form").find((each) => each.includes(`>${code}<`)) ?? "";
  const request = /name="request" value="([^"]+)"/.exec(form)?.[1] ?? "";
  await fetch(`${issuer}/app`, {
    method: "POST",
    headers: { origin: issuer },
    body: new URLSearchParams({ request, answer }),
  });
  return page;
};
