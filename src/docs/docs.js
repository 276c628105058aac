const dark = window.matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();

const version = new URLSearchParams(location.search).get("version") ?? "";
const isDate = /^\d{4}-\d\d-\d\d$/.test(version);
const file = isDate ? `/openapi/${version}.json` : "/openapi.json";
document.getElementById("file").href = file;

/** The versions that there are, as the header that chooses one names them; and how to see another. */
function offerVersions() {
  const spec = ui.specSelectors.specJson().toJS();
  const versions = spec.components?.parameters.version.schema.enum ?? [];
  const choice = document.getElementById("version");
  choice.replaceChildren(...versions.toReversed().map((date) => new Option(date, date)));
  choice.value = spec.info?.version ?? "";
  choice.hidden = versions.length === 0;
  choice.addEventListener("change", () => {
    location.search = new URLSearchParams({ version: choice.value });
  });
}

const ui = window.SwaggerUIBundle({
  url: file,
  onComplete: offerVersions,
  domNode: document.getElementById("reference"),
  presets: [window.SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  defaultModelRendering: "example",
  displayRequestDuration: true,
  // Keys are kept in this page's memory, and nothing but this server is asked.
  persistAuthorization: false,
  validatorUrl: null,
});
