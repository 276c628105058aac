import { useState } from "react";
import type { SuccessMetadata } from "service-link";
import { useLink } from "./use-link";

const PRODUCTS = ["auth", "transactions"] as const;

export function App() {
  const [success, setSuccess] = useState<SuccessMetadata>();
  const [exitStatus, setExitStatus] = useState<string>();

  const open = useLink({
    origin: import.meta.env.VITE_LINK_ORIGIN,
    key: import.meta.env.VITE_LINK_KEY,
    env: "sandbox",
    clientName: "React demo",
    product: PRODUCTS,
    // The public token belongs to your server, which exchanges it; this app has none.
    onSuccess: (_publicToken, metadata) => setSuccess(metadata),
    onExit: (error) => setExitStatus(error?.error_message ?? "You left before you were done."),
  });

  return (
    <main>
      <h1>Link in React</h1>
      <p>Connect a bank account of the sandbox: user_good, pass_good.</p>
      <button type="button" onClick={open}>
        Connect a bank account
      </button>
      <output>{success ? `Connected: ${success.institution.name}` : exitStatus}</output>
    </main>
  );
}
