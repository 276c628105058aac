"use client";

import { useEffect, useRef, useState } from "react";
import { create, type Handler } from "service-link";
import { exchange } from "./actions";

export function Connect({ origin, token }: { origin: string; token: string }) {
  const link = useRef<Handler>(null);
  const [outcome, setOutcome] = useState("");

  useEffect(() => {
    const handler = create({
      origin,
      token,
      onSuccess: async (publicToken) => {
        const accounts = await exchange(publicToken);
        setOutcome(`Connected: ${accounts.join(", ")}`);
      },
      onExit: (error) => setOutcome(error?.error_message ?? "You left before you were done."),
    });
    link.current = handler;
    return () => handler.destroy();
  }, [origin, token]);

  return (
    <>
      <button type="button" onClick={() => link.current?.open()}>
        Connect a bank account
      </button>
      <output>{outcome}</output>
    </>
  );
}
