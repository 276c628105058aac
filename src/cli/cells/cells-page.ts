import { html, trusted } from "../../server/http/html.ts";
import { PAGE_STYLE } from "../../server/http/plain-page.ts";
import { type CellStatus, stateOf } from "./cell-status.ts";
import { describeServer, listTotals } from "./print-cells.ts";

/** The style of the page, for its content security policy. */
export const CELLS_STYLE = `${PAGE_STYLE}
main{max-width:72rem;margin:0 auto;padding:clamp(1.5rem,5vw,3rem) 1rem 4rem}
.lead{margin:.5rem 0 1.5rem;color:var(--muted)}
ul{list-style:none;padding:0}
.cells{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:1rem}
.cells>li{padding:1.25rem;border:1px solid var(--line);border-radius:var(--radius-card);background:var(--paper)}
h2{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:center;font-size:var(--text-head)}
.state{padding:.125rem .625rem;border-radius:var(--radius-pill);font-size:var(--text-small);font-weight:600}
.up{background:var(--fine);color:var(--good)}
.partly{background:var(--warn);color:var(--caution)}
.down{background:var(--alarm);color:var(--bad)}
.servers{margin:.75rem 0;color:var(--muted);font-size:var(--text-label)}
.servers strong{color:var(--bad)}
dl{display:grid;grid-template-columns:auto auto;gap:.25rem 1rem;justify-content:space-between}
dt{color:var(--muted)}
dd{margin:0;text-align:right;font-variant-numeric:tabular-nums}
.cells p{margin-top:.75rem}`;

const REFRESH_SECONDS = 30;

/** The page with the status of all cells. It has no script and no token, and reloads itself. */
export const cellsPage = (cells: readonly CellStatus[], now: number): string =>
  `<!doctype html>${
    html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${REFRESH_SECONDS}">
<title>${`Cells: ${describeAll(cells)}`}</title>
<style>${trusted(CELLS_STYLE)}</style>
</head>
<body>
<main>
<h1>Cells</h1>
<p class="lead">${describeAll(cells)}. Read at ${new Date(now).toISOString().slice(0, 19).replace("T", " ")} UTC.</p>
<ul class="cells">${cells.map(renderCell)}</ul>
</main>
</body>
</html>
`.html
  }`;

const describeAll = (cells: readonly CellStatus[]): string => {
  const up = cells.filter((cell) => stateOf(cell) === "up").length;
  return up === cells.length ? `all ${cells.length} are up` : `${up} of ${cells.length} are up`;
};

const renderCell = (cell: CellStatus) => html`<li>
<h2>${cell.name} <span class="state ${stateOf(cell).split(" ")[0]}">${stateOf(cell)}</span></h2>
<ul class="servers">${cell.servers.map((server) => {
  const [state, ...more] = describeServer(server);
  const words = more.map((text) => `, ${text}`).join("");
  return html`<li>${server.address}: ${server.problem === null ? state : html`<strong>${state}</strong>`}${words}</li>`;
})}</ul>
${
  cell.totals
    ? html`<dl>${listTotals(cell).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
    : html`<p>No server tells its sums.</p>`
}
${cell.dashboard === null ? "" : html`<p><a href="${cell.dashboard}">Dashboard</a></p>`}
</li>`;
