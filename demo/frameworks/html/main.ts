import "service-link/element";
import { loadLink } from "service-link/load-link";
import { getToken, origin } from "../get-token.ts";

const banks: string[] = [];
const connected = (name: string | null) => {
  banks.push(`${name}`);
  const output = document.querySelector("output");
  if (output) output.textContent = banks.join(", ");
};

const element = document.querySelector("service-link");
if (element) {
  Object.assign(element, { origin, getToken });
  // Send the public token to your server, which exchanges it.
  element.addEventListener("success", ({ detail }) => connected(detail.metadata.institution.name));
}

document.getElementById("script")?.addEventListener("click", async () => {
  const [service, token] = await Promise.all([loadLink({ origin }), getToken()]);
  const link = service.create({
    token,
    onSuccess: (_publicToken, { institution }) => connected(institution.name),
    onExit: () => link.destroy(),
  });
  link.open();
});
