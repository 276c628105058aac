"use client";

import { useState } from "react";
import { ServiceLink } from "service-link/react";
import { exchange, newToken } from "./actions";

export function Connect({ origin, token }: { origin: string; token: string }) {
  const [outcome, setOutcome] = useState("");

  return (
    <>
      <ServiceLink
        origin={origin}
        // The token for the first account. Each further account gets a new token.
        token={token}
        getToken={newToken}
        onSuccess={async (publicToken) => {
          const accounts = await exchange(publicToken);
          setOutcome(`Connected: ${accounts.join(", ")}`);
        }}
        onExit={(error) => setOutcome(error?.error_message ?? "You left before you were done.")}
      >
        Connect a bank account
      </ServiceLink>
      <output>{outcome}</output>
    </>
  );
}
