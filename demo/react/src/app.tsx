import { useState } from "react";
import type { SuccessMetadata } from "service-link";
import { useServiceLink } from "service-link/react";

export function App() {
  const [success, setSuccess] = useState<SuccessMetadata>();
  const [exitStatus, setExitStatus] = useState<string>();

  const { open, ready, error } = useServiceLink({
    origin: import.meta.env.VITE_LINK_ORIGIN,
    key: import.meta.env.VITE_LINK_KEY,
    env: "sandbox",
    clientName: "React demo",
    product: ["auth", "transactions"],
    // Send the public token to your server, which exchanges it. This app has no server.
    onSuccess: (_publicToken, metadata) => setSuccess(metadata),
    onExit: (error) => setExitStatus(error?.error_message ?? "You left before you were done."),
  });

  return (
    <main>
      <h1>Link in React</h1>
      <p>Connect a bank account of the sandbox: user_good, pass_good.</p>
      <button type="button" disabled={!ready} onClick={open}>
        Connect a bank account
      </button>
      <output>
        {error?.message ?? (success ? `Connected: ${success.institution.name}` : exitStatus)}
      </output>
    </main>
  );
}
