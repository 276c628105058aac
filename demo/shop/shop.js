import { drawBanks, factsOf, money } from "/bank-cards.js";

const element = (id) => document.getElementById(id);
const { key, env } = document.body.dataset;
const country = element("country");
const openLink = element("open-link");
let link, logo;

/** Prepares Link for the chosen country. The button opens Link. */
function prepareLink() {
  link?.destroy();
  link = Service.create({
    clientName: "Fernweather",
    product: ["auth", "transactions"],
    countryCodes: [country.value],
    key,
    env,
    ...handlers(),
  });
}

const handlers = () => ({
  theme: { accent: "#1f4d3a", logo },
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

/** Opens Link at a file or at manual account numbers, with a token from the shop's server. */
async function openWay(way) {
  element("problem").hidden = true;
  say("");
  const { link_token, error } = await ask("/way", { way });
  if (error) return complain(error);
  Service.create({ token: link_token, ...handlers() }).open();
}

/** Calls the shop's server, and draws the connected banks of the response. */
async function load(path, body, done = "") {
  element("problem").hidden = true;
  const { banks, paid_into, error } = await ask(path, body);
  if (error) return complain(error);
  say(done);
  const account = payoutAccount(banks, paid_into);
  drawBanks(element("banks"), banks, account, { forget, payInto });
  const isConnected = banks.length > 0;
  openLink.textContent = isConnected ? "Connect another account" : "Connect a bank account";
  // Money cannot be sent to the accounts of a file.
  element("title").textContent = account
    ? "Your earnings have a home"
    : "Where should we send your earnings?";
  element("lead").textContent = account
    ? "Every Friday we pay them into the account that you have chosen. You can change it whenever you like."
    : "Connect the bank account you would like to be paid into. It takes about a minute, and you can change it whenever you like.";
  showPaidInto(account);
}

/**
 * Draws the shop's leaf as a PNG, the format that Link accepts; undefined if the browser cannot
 * draw.
 */
async function drawLogo() {
  const leaf = new Image(96, 96);
  leaf.src = "/leaf.svg";
  const canvas = Object.assign(document.createElement("canvas"), { width: 96, height: 96 });
  try {
    await leaf.decode();
    canvas.getContext("2d").drawImage(leaf, 0, 0, 96, 96);
    return canvas.toDataURL("image/png");
  } catch {
    return undefined;
  }
}

/** Asks first, since a removed bank must be connected again. */
function forget(item_id, name) {
  const dialog = element("forgetting");
  element("forgetting-name").textContent = name;
  dialog.returnValue = "";
  dialog.onclose = async () => {
    if (dialog.returnValue !== "forget") return;
    await load("/forget", { item_id }, `${name} is disconnected.`);
    openLink.focus();
  };
  dialog.showModal();
}

async function payInto(account) {
  element("problem").hidden = true;
  const { error } = await ask("/pay-into", { account_id: account.account_id });
  if (error) {
    await load("/accounts");
    return complain(error);
  }
  showPaidInto(account);
  say(`Your earnings go to ${titleOf(account)}.`);
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
  element("notice").scrollIntoView({ block: "nearest" });
}

function complain(problem) {
  say("");
  element("problem-message").textContent = problem.message;
  element("problem-facts").textContent = factsOf(problem);
  element("reload").hidden = Boolean(problem.code);
  element("problem").hidden = false;
}

/** The chosen account; until a choice, the first account that can receive money. */
function payoutAccount(banks, choice) {
  const payable = banks.flatMap(({ accounts }) => accounts).filter(({ numbers }) => numbers.length);
  return payable.find(({ account_id }) => account_id === choice) ?? payable[0];
}

function showPaidInto(account) {
  element("paid-into").textContent = account ? titleOf(account) : "no account yet";
}

const titleOf = ({ name, mask }) => (mask ? `${name} ••••\u00a0${mask}` : name);

function showEvent(name, { view_name, timestamp }) {
  const row = element("events").insertRow();
  const time = timestamp.slice(11, 23);
  for (const words of [name, view_name ?? "", time]) row.insertCell().append(...breakable(words));
  const count = element("events").rows.length;
  element("event-count").textContent = count === 1 ? "1 event" : `${count} events`;
}

/** On a phone, a name may break only after an underscore. */
const breakable = (words) =>
  words.split(/(?<=_)/).flatMap((part) => [part, document.createElement("wbr")]);

function showPayout() {
  const { currency } = country.selectedOptions[0].dataset;
  for (const place of document.querySelectorAll("[data-amount]"))
    place.textContent = money(Number(place.dataset.amount), currency);
}

country.addEventListener("change", () => {
  showPayout();
  // Small deposits confirm numbers, which banks of the United States take.
  document.querySelector("[data-way=numbers]").hidden = country.value !== "US";
  if (link) prepareLink();
});
element("connect").addEventListener("submit", (event) => {
  event.preventDefault();
  element("problem").hidden = true;
  say("");
  link.open();
});
const ways = document.querySelectorAll("[data-way]");
for (const button of ways) button.addEventListener("click", () => openWay(button.dataset.way));
element("reload").addEventListener("click", () => location.reload());

showPayout();
load("/accounts");
if (window.Service) {
  logo = await drawLogo();
  prepareLink();
  openLink.disabled = false;
  for (const button of ways) button.disabled = false;
} else complain({ message: "The bank window could not be loaded." });
