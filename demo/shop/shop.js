import { drawBanks, factsOf, money } from "/bank-cards.js";

const element = (id) => document.getElementById(id);
const { key, env } = document.body.dataset;
const country = element("country");
const openLink = element("open-link");
let link;

/** Link, made ready for the chosen country; it opens when the button is pressed. */
function prepareLink() {
  link?.destroy();
  link = Service.create({
    clientName: "Fernweather",
    product: ["auth", "transactions"],
    countryCodes: [country.value],
    key,
    env,
    onSuccess: (publicToken) => {
      say("Reading your accounts…");
      load("/connect", { public_token: publicToken }, "Your account is connected.");
    },
    onExit: (error, { request_id }) => {
      if (error) complain({ ...explain(error), request_id });
      else say("No account was connected. You can come back to it any time.");
    },
    onEvent: showEvent,
  });
}

/** Asks the shop's server, and draws the connected banks that it answers with. */
async function load(path, body, done = "") {
  element("problem").hidden = true;
  const { banks, error } = await ask(path, body);
  if (error) return complain(error);
  say(done);
  drawBanks(element("banks"), banks, forget);
  openLink.textContent = banks.length ? "Connect another account" : "Connect a bank account";
  element("paid-into").textContent = payoutAccount(banks);
}

async function forget(item_id) {
  await load("/forget", { item_id }, "The account is forgotten.");
  openLink.focus();
}

async function ask(path, body) {
  const post = { method: "POST", headers: { "content-type": "application/json" } };
  try {
    const answer = await fetch(path, body && { ...post, body: JSON.stringify(body) });
    return await answer.json();
  } catch {
    return { error: { message: "We could not reach the shop. Please check your connection." } };
  }
}

const explain = ({ display_message, error_message, error_code }) => ({
  message: display_message ?? "The account could not be connected.",
  detail: error_message,
  code: error_code,
});

function say(words) {
  element("notice").textContent = words;
}

function complain(problem) {
  say("");
  element("problem-message").textContent = problem.message;
  element("problem-facts").textContent = factsOf(problem);
  element("reload").hidden = Boolean(problem.code);
  element("problem").hidden = false;
}

/** The first account that money can be sent to. */
function payoutAccount(banks) {
  const account = banks.flatMap(({ accounts }) => accounts).find(({ numbers }) => numbers.length);
  if (!account) return "no account yet";
  return account.mask ? `${account.name} ··${account.mask}` : account.name;
}

function showEvent(name, { view_name, timestamp }) {
  const row = element("events").insertRow();
  const time = timestamp.slice(11, 23);
  for (const words of [name, view_name ?? "", time]) row.insertCell().textContent = words;
  const count = element("events").rows.length;
  element("event-count").textContent = count === 1 ? "1 event" : `${count} events`;
}

function showPayout() {
  const { currency } = country.selectedOptions[0].dataset;
  for (const place of document.querySelectorAll("[data-amount]"))
    place.textContent = money(Number(place.dataset.amount), currency);
}

country.addEventListener("change", () => {
  showPayout();
  if (window.Service) prepareLink();
});
element("connect").addEventListener("submit", (event) => {
  event.preventDefault();
  element("problem").hidden = true;
  say("");
  link.open();
});
element("reload").addEventListener("click", () => location.reload());

showPayout();
load("/accounts");
if (window.Service) prepareLink();
else {
  openLink.disabled = true;
  complain({ message: "The bank window could not be loaded." });
}
