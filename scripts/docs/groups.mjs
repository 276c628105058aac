// The pages of the documentation in their groups, which the index, the navigation and the search read. A test holds
// that every page is in one group.

/** Each page by its file in docs/, with its title and a line about its contents. */
export const GROUPS = [
  {
    name: "Start",
    about: "The first minute, and the way on for each reader.",
    pages: [
      [
        "build-an-application",
        "I build an application",
        "from the first transaction to production",
      ],
      ["host-it-yourself", "I host it for myself", "your own banks, on a machine of yours"],
      ["for-banks", "I am a bank", "what a data API needs, and how it is checked"],
      ["work-on-it", "I work on it", "the way into the code"],
      ["samples", "Samples", "applications in React, Next.js and Python to start from"],
      ["sandbox", "Sandbox", "users and passwords, MFA, errors on demand, your own institutions"],
      ["moving", "Moving to service-link", "an application that was written for another vendor"],
    ],
  },
  {
    name: "Integrate",
    about: "Link in a page or an app, the API, and tests.",
    pages: [
      ["link", "Link", "configuration, events, content security policies, npm"],
      ["frameworks", "Link in frameworks", "React, Vue, Svelte, an element for others"],
      ["webviews", "Link in apps", "React Native, Electron, Capacitor and any other WebView"],
      ["hosted-link", "Hosted Link", "Link on a page of the server, by an address that you send"],
      ["api", "API", "keys, tokens, products, Items that need a new sign-in, reports, limits"],
      ["node", "A client for Node", "typed calls, pages, retries, verification of webhooks"],
      ["users", "Users", "the people behind Items and their ids"],
      ["webhooks", "Webhooks", "events, signatures, retries"],
      ["doors", "Doors", "other applications read accounts in protocols of their own, by grants"],
      ["testing", "Testing", "a sandbox in the process of your tests, Link in browser tests"],
    ],
  },
  {
    name: "Operate",
    about: "A server of your own, from its first start to its upgrades.",
    pages: [
      ["settings", "Settings", "options, environment variables, commands"],
      ["deployment", "Deployment", "TLS, proxies, processes, limits"],
      ["reverse-proxy", "Reverse proxy", "sites for nginx and Caddy"],
      ["cells", "Cells", "several servers, each with its own clients and database"],
      ["postgresql", "PostgreSQL", "a store for several machines: standbys, partitions, poolers"],
      ["operation", "Operation", "health, metrics, logs, traces"],
      ["backup-and-upgrade", "Backup and upgrade", "copies of the store, and a new version"],
      ["dashboard", "Dashboard", "a client's own settings, in a browser"],
      ["account", "Account site", "users see their connections, and end them"],
      ["security", "Security", "threat model, sealed data, OWASP ASVS row by row"],
      ["scale", "Scale", "measured rates and sizes, and what they mean for sizing"],
    ],
  },
  {
    name: "Data",
    about: "Institutions, and what becomes of their data.",
    pages: [
      ["institutions", "Institutions", "connecting an institution by its own data API"],
      [
        "your-own-bank",
        "Your own bank",
        "a bank by your own token, SimpleFIN, banks described as data",
      ],
      [
        "europe",
        "Your accounts in Europe",
        "banks of Europe by an aggregator and a key of your own",
      ],
      ["fints", "German banks by FinTS", "with the PIN and TAN of one's own online banking"],
      [
        "psd2",
        "What PSD2 asks of you",
        "the rules for who reads accounts in Europe, and what does them",
      ],
      ["files", "Files as a connection", "a bank by the files that its users download"],
      [
        "data-api",
        "For institutions",
        "requirements on a data API, the demo bank, check-institution",
      ],
      ["notifications", "Notifications", "importing Items, notifying of changes"],
      ["formats", "File formats", "OFX, QIF, camt.053, MT940, CSV, ledger, hledger and beancount"],
      ["matching", "Matching", "a transaction that a bank lists under another id"],
      ["enrichment", "Enrichment", "categories and merchants of transactions"],
      [
        "identity-match",
        "Identity match",
        "the rule that compares a person with the owners of accounts",
      ],
      ["consumer-reports", "Consumer reports", "the Base Report, income and network insights"],
    ],
  },
  {
    name: "Reference",
    about: "Every path, code and version, and the code behind them.",
    pages: [
      ["errors", "Errors", "every code, and its remedy"],
      ["versions", "Versions", "the dated versions of the API, and the changes in each"],
      ["architecture", "Architecture", "why the code is as it is, and a walk through it"],
      ["mechanisms", "Mechanisms", "each mechanism and its files"],
      ["recipes", "Recipes", "the steps to add a connector, a door, a format, a view, a page"],
      ["decisions/index", "Decisions", "the choices behind the code, and their reasons"],
      [
        "simulation",
        "Simulation",
        "the whole service in one process, with faults that follow from a seed",
      ],
    ],
  },
];

/** The index of the documentation, as Markdown. */
export const indexPage = () => {
  const groups = GROUPS.map(({ name, about, pages }) => {
    const rows = pages.map(([file, title, contents]) => `| [${title}](${file}.md) | ${contents} |`);
    return `## ${name}\n\n${about}\n\n| | |\n|---|---|\n${rows.join("\n")}\n`;
  });
  return `# Documentation\n\nEvery path of the API, with its fields and examples, is on a running server at \`/docs\`.\n\n${groups.join("\n")}`;
};
