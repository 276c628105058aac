import { create } from "service-link";

const ENVIRONMENTS = ["sandbox", "development", "production"] as const;

const query = new URLSearchParams(location.search);
const button = place("open");
const outcome = place("outcome");
const events = place("events");

const link = create({
  clientName: "Single-page app",
  product: ["auth", "transactions"],
  key: query.get("key") ?? "",
  origin: query.get("origin") ?? location.origin,
  env: ENVIRONMENTS.find((name) => name === query.get("env")) ?? "sandbox",
  // The public token belongs to this app's server, which exchanges it; this page has none.
  onSuccess: (_publicToken, { institution, accounts = [] }) => {
    const count = accounts.length === 1 ? "1 account" : `${accounts.length} accounts`;
    outcome.textContent = `connected: ${institution.name ?? "your bank"}, ${count}`;
  },
  onExit: (error) => {
    outcome.textContent = error ? `not connected: ${error.error_code}` : "not connected";
  },
  onEvent: (name) => {
    events.appendChild(document.createElement("li")).textContent = name;
  },
});

button.addEventListener("click", () => link.open());

function place(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}
