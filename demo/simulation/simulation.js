/**
 * Shows a simulation of the process that serves this page. A few times a second, the process sends
 * events: `{ seed, days, time, state, hoursPerSecond, lines, faults }`.
 */

const MAX_LINES = 17;

/** @param {string} id */
const element = (id) => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
};

/** @type {Map<string, HTMLElement>} */
const actors = new Map();
let seed = "";

/** @param {string} name */
const toKind = (name) => name.replace(/[-_/]?\d.*$/, "");

/** The shown actors in order. */
const KINDS = ["server", "worker", "ins", "app", "person", "operator", "administrator"];

/** @param {string} name */
const actorOf = (name) => {
  const existing = actors.get(name);
  if (existing) return existing;
  const card = document.createElement("div");
  card.className = "actor";
  const [title, step] = [document.createElement("b"), document.createElement("span")];
  title.textContent = name.replace(/^ins_/, "bank ");
  card.append(title, step);
  actors.set(name, card);
  const order = (/** @type {string} */ other) => `${KINDS.indexOf(toKind(other))} ${other}`;
  const sorted = [...actors].toSorted(([one], [other]) => (order(one) < order(other) ? -1 : 1));
  element("actors").replaceChildren(...sorted.map(([, each]) => each));
  return card;
};

/**
 * A line has the time, the actor, the step, its status and ids.
 * @param {string} line
 */
const showLine = (line) => {
  const [time = "", first = "", ...rest] = line.split(" ");
  const item = document.createElement("li");
  item.textContent = `${time.slice(5, 19).replace("T", " ")}  ${first} ${rest.join(" ")}`;
  if (first === "fault" || first === "rule") item.className = first;
  const list = element("trace");
  list.prepend(item);
  while (list.children.length > MAX_LINES) list.lastChild?.remove();
  const name = first.replace(/\/.*/, "");
  if (!KINDS.includes(toKind(name))) return;
  const card = actorOf(name);
  const step = rest
    .filter((word) => word !== "for")
    .slice(0, 3)
    .join(" ");
  if (card.lastChild) card.lastChild.textContent = step;
  card.classList.add("now");
  if (rest[0] === "process") card.classList.toggle("dead", rest[1] === "dies");
};

/** @param {Record<string, number>} faults */
const showFaults = (faults) => {
  const rows = Object.entries(faults).toSorted(([, one], [, other]) => other - one);
  element("faults").replaceChildren(
    ...rows.flatMap(([name, count]) => {
      const [term, value] = [document.createElement("dt"), document.createElement("dd")];
      term.textContent = name;
      value.textContent = String(count);
      return [term, value];
    }),
  );
};

const events = new EventSource("/events");
events.addEventListener("message", ({ data }) => {
  const news = JSON.parse(data);
  if (news.seed !== seed) {
    seed = news.seed;
    actors.clear();
    element("actors").replaceChildren();
    element("trace").replaceChildren();
  }
  for (const card of actors.values()) card.classList.remove("now");
  for (const line of news.lines) showLine(line);
  showFaults(news.faults);
  const time = news.time.slice(0, 16).replace("T", " ");
  element("time").textContent = `${time} UTC`;
  element("day").textContent = `day ${news.day} of ${news.days}, seed ${seed}`;
  element("state").textContent = news.state;
  element("state").classList.toggle("broken", news.isBroken);
  element("replay").textContent = `npm run sim -- --seed ${seed} --days ${news.days} --trace -`;
  for (const button of document.querySelectorAll("button"))
    button.setAttribute(
      "aria-pressed",
      String(Number(button.dataset.hours) === news.hoursPerSecond),
    );
});
events.addEventListener("error", () => {
  element("state").textContent = "the simulation has ended";
});

element("controls").addEventListener("click", ({ target }) => {
  if (!(target instanceof HTMLButtonElement)) return;
  void fetch("/speed", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ hoursPerSecond: Number(target.dataset.hours) }),
  });
});
