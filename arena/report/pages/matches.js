"use strict";
(async () => {
  const byId = (id) => document.getElementById(id);
  const bytes = Uint8Array.from(atob(byId("data").textContent.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const { bots, games, kinds, matches } = await new Response(stream).json();
  const STEP = 50;
  const form = byId("filters"), body = byId("matches").tBodies[0];
  const fields = ["bot", "against", "game", "players", "match", "faults", "viewer"];
  const field = (name) => form.elements.namedItem(name);

  /** Rows: number in the schedule, id, game, bots, ranks, scores, kinds of faults or 0, ended in s, viewer or 0. */
  const [ID, GAME, BOTS, RANKS, SCORES, FAULTS, ENDED, VIEWER] = [1, 2, 3, 4, 5, 6, 7, 8];
  const keys = {
    order: (row) => row[0],
    game: (row) => games[row[GAME]],
    players: (row) => row[BOTS].length,
    score: (row) => Math.max(...row[SCORES]),
    faults: (row) => (row[FAULTS] ? row[FAULTS].filter((kind) => kind >= 0).length : 0),
    ended: (row) => row[ENDED],
  };
  let sort = "order", down = true, some = STEP, found = [];

  const element = (tag, text, more) => Object.assign(document.createElement(tag), { textContent: text }, more);
  const link = (text, href) => element("a", text, { href });
  const fill = (name, values) =>
    field(name).append(...values.map((text) => element("option", text, { value: text })));

  fill("bot", bots.map(([name]) => name));
  fill("against", bots.map(([name]) => name));
  fill("game", games);
  fill("players", [...new Set(matches.map((row) => row[BOTS].length))].sort((a, b) => a - b));

  const time = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ");

  const rowOf = (row) => {
    const line = document.createElement("tr");
    const cell = (...content) => {
      const made = document.createElement("td");
      made.append(...content);
      line.append(made);
    };
    cell(row[VIEWER] ? link(row[ID], "matches/" + row[VIEWER]) : row[ID]);
    cell(games[row[GAME]]);
    cell(String(row[BOTS].length));
    const list = document.createElement("ul");
    const seats = row[BOTS].map((_, seat) => seat).sort((a, b) => row[RANKS][a] - row[RANKS][b]);
    for (const seat of seats) {
      const [name, file] = bots[row[BOTS][seat]];
      const item = document.createElement("li");
      item.append(row[RANKS][seat] + ". ", link(name, "bots/" + file), ": " + row[SCORES][seat]);
      list.append(item);
    }
    cell(list);
    const faults = row[FAULTS] ? row[FAULTS].map((kind, seat) => [kind, seat]).filter(([kind]) => kind >= 0) : [];
    cell(faults.map(([kind, seat]) => bots[row[BOTS][seat]][0] + ": " + kinds[kind]).join(", "));
    cell(time(row[ENDED]));
    return line;
  };

  const show = () => {
    body.replaceChildren(...found.slice(0, some).map(rowOf));
    byId("count").textContent =
      found.length + " of " + matches.length + " matches" + (found.length > some ? ", the first " + some + " shown" : "");
    byId("more").hidden = found.length <= some;
  };

  /** Whether these bots sat in a match; of a match alone, whether one of them did: such meet on a deal. */
  const sat = (seats, wanted) =>
    seats.length === 1 && wanted.length ? wanted.includes(seats[0]) : wanted.every((number) => seats.includes(number));

  const choose = () => {
    const given = Object.fromEntries(fields.map((name) => [name, field(name).type === "checkbox" ? field(name).checked : field(name).value]));
    const [bot, against] = ["bot", "against"].map((name) => bots.findIndex(([known]) => known === given[name]));
    const text = given.match.toLowerCase();
    found = matches.filter((row) =>
      sat(row[BOTS], [bot, against].filter((number) => number >= 0)) &&
      (!given.game || games[row[GAME]] === given.game) &&
      (!given.players || row[BOTS].length === Number(given.players)) &&
      (!text || row[ID].toLowerCase().includes(text)) &&
      (!given.faults || keys.faults(row) > 0) &&
      (!given.viewer || row[VIEWER] !== 0));
    const key = keys[sort];
    const compare = (a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a[0] - b[0]);
    found.sort(down ? (a, b) => compare(b, a) : compare);
    for (const head of byId("matches").tHead.rows[0].cells) {
      const by = head.dataset.key === sort;
      head.setAttribute("aria-sort", by ? (down ? "descending" : "ascending") : "none");
    }
    some = STEP;
    show();
    const address = new URLSearchParams(Object.entries(given).filter(([, value]) => value).map(([name, value]) => [name, value === true ? "1" : value]));
    address.set("sort", (down ? "-" : "") + sort);
    history.replaceState(null, "", "#" + address);
  };

  const readAddress = () => {
    const given = new URLSearchParams(location.hash.slice(1));
    for (const name of fields) {
      if (field(name).type === "checkbox") field(name).checked = given.has(name);
      else field(name).value = given.get(name) ?? "";
    }
    const by = given.get("sort") ?? "-order";
    if (by.replace("-", "") in keys) [sort, down] = [by.replace("-", ""), by.startsWith("-")];
    choose();
  };

  form.addEventListener("input", choose);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(choose));
  byId("matches").tHead.addEventListener("click", (event) => {
    const head = event.target.closest("th");
    if (!head) return;
    [sort, down] = [head.dataset.key, head.dataset.key === sort ? !down : head.dataset.key !== "game"];
    choose();
  });
  byId("more").addEventListener("click", () => {
    some += STEP;
    show();
  });
  addEventListener("hashchange", readAddress);
  readAddress();
  document.documentElement.dataset.ready = "yes";
})();
