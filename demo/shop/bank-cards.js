const LABELS = {
  account: "Account",
  routing: "Routing",
  wire_routing: "Wire routing",
  institution: "Institution",
  branch: "Branch",
  sort_code: "Sort code",
  iban: "IBAN",
  bic: "BIC",
};

/** The numbers that identify the account, not only its bank. */
const PRIVATE = ["account", "iban"];

/**
 * Draws a card for each connected bank, and removes earlier cards. `paidInto` is the chosen
 * account.
 */
export function drawBanks(place, banks, paidInto, actions) {
  place.replaceChildren(...banks.map((bank) => bankCard(bank, paidInto, actions)));
}

/** An amount in its currency; plain digits for an unofficial currency. */
export function money(amount, currency, unofficial = "") {
  if (!currency) return `${new Intl.NumberFormat("en").format(amount)} ${unofficial}`.trim();
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(amount);
}

/** Returns the facts of a problem for a developer, in one line. */
export function factsOf({ detail, code, request_id }) {
  return [detail, code, request_id && `request_id ${request_id}`].filter(Boolean).join(" · ");
}

function bankCard(bank, paidInto, { forget, payInto }) {
  const { item_id, institution_name, logo, accounts, error } = bank;
  const card = copyOf("bank-card");
  const find = (selector) => card.querySelector(selector);
  const name = institution_name ?? "Your bank";
  find("h2").textContent = name;
  find(".initial").textContent = name.slice(0, 1);
  find(".initial").hidden = Boolean(logo);
  find(".logo").hidden = !logo;
  if (logo) find(".logo").src = `data:image/png;base64,${logo}`;
  find(".count").textContent = accounts.length === 1 ? "1 account" : `${accounts.length} accounts`;
  find(".count").hidden = accounts.length === 0;
  find(".problem").hidden = !error;
  find(".problem").classList.toggle("ended", error !== null && !error.code);
  if (error) {
    find(".message").textContent = error.message;
    find(".facts").textContent = factsOf(error);
  }

  const rows = accounts.map((account) => accountRow(account, account === paidInto, payInto));
  find("ul").append(...rows);
  const show = find(".show");
  show.hidden = !accounts.some(({ numbers }) => numbers.length);
  const draw = (open) => {
    accounts.forEach((account, index) => {
      drawNumbers(rows[index], account, open);
    });
    show.textContent = open ? "Hide numbers" : "Show numbers";
    show.setAttribute("aria-label", `${show.textContent} of ${name}`);
    show.onclick = () => draw(!open);
  };
  draw(false);

  find(".forget").setAttribute("aria-label", `Disconnect ${name}`);
  find(".forget").addEventListener("click", () => forget(item_id, name));
  return card;
}

function accountRow(account, isChosen, payInto) {
  const item = copyOf("account-row");
  const find = (selector) => item.querySelector(selector);
  const { name, mask, type, subtype, balances, numbers } = account;
  find(".name").textContent = name;
  // Many accounts have the name of their kind.
  const ownKind = kind(subtype ?? type);
  find(".kind").textContent = [ownKind !== name && ownKind, mask && `••••\u00a0${mask}`]
    .filter(Boolean)
    .join(" ");
  const { available, current, iso_currency_code, unofficial_currency_code } = balances;
  // The same balance as in Link.
  const amount = current ?? available;
  find(".amount").textContent =
    amount === null ? "–" : money(amount, iso_currency_code, unofficial_currency_code ?? "");
  find(".meaning").textContent = current === null ? "available" : "balance";
  // Money can only be sent to accounts with numbers.
  find(".choose").hidden = !numbers.length;
  const choice = find("input");
  choice.checked = isChosen;
  choice.setAttribute("aria-describedby", `name-${account.account_id}`);
  find(".name").id = `name-${account.account_id}`;
  choice.addEventListener("change", () => payInto(account));
  return item;
}

function drawNumbers(row, { numbers }, open) {
  const entries = numbers.flatMap((network) => numberEntries(network, open));
  row.querySelector(".numbers").replaceChildren(...entries);
}

function numberEntries(network, open) {
  return Object.entries(LABELS)
    .filter(([field]) => network[field])
    .map(([field, label]) => {
      const pair = document.createElement("div");
      const term = document.createElement("dt");
      const value = document.createElement("dd");
      pair.className = "pair";
      term.textContent = label;
      value.textContent = textField(field, network[field], open);
      pair.append(term, value);
      return pair;
    });
}

/**
 * A number in readable form: sort codes in pairs, IBANs in groups of four, private numbers masked.
 */
function textField(field, value, open) {
  if (PRIVATE.includes(field) && !open) return `•••• ${value.slice(-4)}`;
  if (field === "sort_code") return value.replace(/(\d\d)(?=\d)/g, "$1-");
  if (field === "iban") return value.replace(/(.{4})(?=.)/g, "$1 ");
  return value;
}

/** "cd" and "ira" are initials; the others are words. */
function kind(words) {
  if (words.length <= 3) return words.toUpperCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function copyOf(template) {
  return document.getElementById(template).content.firstElementChild.cloneNode(true);
}
