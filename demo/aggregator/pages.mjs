import { html } from "../bank/html.mjs";

const STYLE =
  "body{font:16px/1.5 system-ui;max-width:34rem;margin:3rem auto;padding:0 1rem}" +
  "button{font:inherit;padding:.5rem 1rem;margin-right:.5rem}label{display:block;padding:.25rem 0}";

const page = (title, body) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
${body}
</body>
</html>`;

/** The aggregator's page at which a person signs in at their bank. */
export const signInPage = ({ bank, psuType, validUntil }) =>
  page(
    bank.name,
    html`<p>Share your ${psuType} accounts until ${validUntil.slice(0, 10)}?</p>
<ul>${bank.accounts.map((account) => html`<li>${account.details ?? account.iban ?? account.id}</li>`)}</ul>
<form method="post">
<button name="choice" value="agree">Sign in and share</button>
<button name="choice" value="cancel">Cancel</button>
</form>`,
  );

/** The page with the switches. */
export const quirksPage = (quirks, on) =>
  page(
    "Habits of banks",
    html`<form method="post">
${Object.entries(quirks).map(
  ([name, words]) =>
    html`<label><input type="checkbox" name="quirk" value="${name}"${on.has(name) ? html` checked` : ""}> ${words}</label>`,
)}
<p><button>Switch</button></p>
</form>`,
  );
