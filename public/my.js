/**
 * The page on which a user sees one connection and can end it. What opens it is in the address behind
 * the `#`, which browsers keep to themselves; it is taken out of the address at once.
 */

const WORDS = {
  en: {
    title: "Your connection",
    connected: "Connected",
    ended: "No longer connected",
    accounts: "Accounts it can see",
    data: "What it can read",
    since: "Since",
    until: "Until",
    products: {
      auth: "Account numbers",
      transactions: "Transactions",
      identity: "Your name and contact details",
      income: "Income",
      assets: "Asset reports",
      balance: "Balances",
    },
    end: "Disconnect",
    ask: "The application will no longer be able to read anything. Disconnect?",
    yes: "Yes, disconnect",
    no: "Keep it",
    endedHelp: "Nothing more can be read. You can connect again at any time.",
    tooOld: "This page is no longer good. Open it again from where you connected your account.",
    failed: "That did not work. Please check your connection and try again.",
    again: "Try again",
  },
  fr: {
    title: "Votre connexion",
    connected: "Connecté",
    ended: "Plus connecté",
    accounts: "Comptes visibles",
    data: "Données accessibles",
    since: "Depuis",
    until: "Jusqu’au",
    products: {
      auth: "Numéros de compte",
      transactions: "Opérations",
      identity: "Nom et coordonnées",
      income: "Revenus",
      assets: "Rapports de patrimoine",
      balance: "Soldes",
    },
    end: "Déconnecter",
    ask: "L’application ne pourra plus rien lire. Déconnecter\u00a0?",
    yes: "Oui, déconnecter",
    no: "Garder",
    endedHelp: "Plus rien ne peut être lu. Vous pouvez vous reconnecter à tout moment.",
    tooOld:
      "Cette page n’est plus valable. Rouvrez-la depuis l’endroit où vous avez connecté votre compte.",
    failed: "Cela n’a pas fonctionné. Vérifiez votre connexion, puis réessayez.",
    again: "Réessayer",
  },
};

const main = document.getElementById("main");
const key = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
const language =
  navigator.languages.map((tag) => tag.slice(0, 2)).find((code) => code in WORDS) ?? "en";
const text = WORDS[language];
document.documentElement.lang = language;

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

const ask = async (path) => {
  const response = await fetch(`/bridge/my/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key }),
    credentials: "omit",
  });
  const answer = await response.json();
  return response.ok ? answer : Promise.reject(answer);
};

const show = (title, ...children) => {
  document.title = title;
  const heading = element("h1", { textContent: title, tabIndex: -1 });
  main.replaceChildren(heading, ...children);
  heading.focus();
};

const button = (label, className, onclick) =>
  element("button", { type: "button", textContent: label, className, onclick });

const showTrouble = (trouble, again) => {
  const gone = trouble?.error_type === "INVALID_INPUT";
  show(
    text.title,
    element("p", { className: "quiet", textContent: gone ? text.tooOld : text.failed }),
  );
  if (!gone) main.append(element("div", { className: "actions" }, button(text.again, "", again)));
};

const day = (iso) =>
  new Date(iso).toLocaleDateString(document.documentElement.lang, { dateStyle: "long" });

const showConnection = (connection, asking = false) => {
  const { institution, accounts, products, since, until, ended } = connection;
  show(institution.name);
  const letter = element("span", {
    className: "letter",
    ariaHidden: "true",
    textContent: institution.name.slice(0, 1),
  });
  letter.style.background = institution.color;
  const state = element("p", {
    className: "quiet",
    textContent: ended ? text.ended : text.connected,
  });
  const heading = main.firstElementChild;
  main.replaceChildren(element("header", {}, letter, element("div", {}, heading, state)));
  heading.focus();
  if (ended) {
    main.append(element("p", { className: "more", textContent: text.endedHelp }));
    return;
  }
  const list = (title, lines) =>
    main.append(
      ...(title ? [element("h2", { textContent: title })] : []),
      element(
        "ul",
        title ? {} : { className: "more" },
        ...lines.map((cells) => element("li", {}, ...cells)),
      ),
    );
  list(
    text.accounts,
    accounts.map(({ name, mask }) => [
      element("span", { textContent: name }),
      element("span", { className: "quiet", textContent: mask ? `•••• ${mask}` : "" }),
    ]),
  );
  list(
    text.data,
    products.map((product) => [
      element("span", { textContent: text.products[product] ?? product }),
    ]),
  );
  list("", [
    [element("span", { textContent: text.since }), element("span", { textContent: day(since) })],
    ...(until
      ? [
          [
            element("span", { textContent: text.until }),
            element("span", { textContent: day(until) }),
          ],
        ]
      : []),
  ]);
  if (!asking) {
    main.append(
      element(
        "div",
        { className: "actions" },
        button(text.end, "danger", () => showConnection(connection, true)),
      ),
    );
    return;
  }
  const yes = button(text.yes, "danger", () => end(yes));
  main.append(
    element("p", { textContent: text.ask }),
    element(
      "div",
      { className: "actions" },
      yes,
      button(text.no, "", () => showConnection(connection)),
    ),
  );
  yes.focus();
};

const end = async (pressed) => {
  pressed.disabled = true;
  await ask("end").then(showConnection, (trouble) => showTrouble(trouble, load));
};

const load = () => ask("connection").then(showConnection, (trouble) => showTrouble(trouble, load));

load();
