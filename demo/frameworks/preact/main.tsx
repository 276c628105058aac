import { render } from "preact";
import { useState } from "preact/hooks";
import { useServiceLink } from "service-link/react";
import { getToken, origin } from "../get-token.ts";

function Connect() {
  const [banks, setBanks] = useState<string[]>([]);
  const { open, ready, error } = useServiceLink({
    origin,
    getToken,
    // Send the public token to your server, which exchanges it.
    onSuccess: (_publicToken, { institution }) => setBanks([...banks, `${institution.name}`]),
  });
  return (
    <>
      <button type="button" disabled={!ready} onClick={open}>
        Connect a bank account
      </button>
      <output>{error?.message ?? banks.join(", ")}</output>
    </>
  );
}

const root = document.getElementById("root");
if (root) render(<Connect />, root);
