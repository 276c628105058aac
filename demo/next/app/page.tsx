import { Connect } from "./connect";
import { createLinkToken, LINK_ORIGIN } from "./service";

// Each visitor has a separate link token.
export const dynamic = "force-dynamic";

export default async function Page() {
  const token = await createLinkToken();
  return (
    <main>
      <h1>Link in Next.js</h1>
      <p>Connect a bank account of the sandbox: user_good, pass_good.</p>
      <Connect origin={LINK_ORIGIN} token={token} />
    </main>
  );
}
