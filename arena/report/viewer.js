"use strict";
(async () => {
  const byId = (id) => document.getElementById(id);
  const bytes = Uint8Array.from(atob(byId("data").textContent.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const film = await new Response(stream).json();
  const last = film.scores.length - 1;
  const seats = film.names.length;
  const STROKES = ["0", "6 3", "2 3", "9 3 2 3", "12 4", "1 5"];
  const COLORS = ["#3b7dd8", "#d9822b", "#2f9e64", "#b04fc4", "#c2413b", "#8a8f3a"];
  const narrow = matchMedia("(max-width: 46rem)");
  let at = 0, eye = 0, timer = null;

  /** What each seat has used by each position, in ms. */
  const used = [new Array(seats).fill(0)];
  for (const [seat, ms] of film.moves) {
    const now = used[used.length - 1].slice();
    now[seat] += ms;
    used.push(now);
  }

  const time = (ms) => (ms >= 10000 ? (ms / 1000).toFixed(1) + " s" : ms.toFixed(ms < 10 ? 1 : 0) + " ms");

  const readAddress = () => {
    const given = new URLSearchParams(location.hash.slice(1));
    const place = film.eyes.findIndex(([key]) => key === given.get("eyes"));
    if (place >= 0) eye = place;
    const number = Number.parseInt(given.get("at") ?? "", 10);
    if (number >= 0 && number <= last) at = number;
  };
  const address = () => "#eyes=" + encodeURIComponent(film.eyes[eye][0]) + "&at=" + at;

  const items = (list, texts) =>
    list.replaceChildren(...texts.map((text) => {
      const item = document.createElement("li");
      item.textContent = text;
      return item;
    }));

  /** By how much a seat's points have changed since the position before, if they have. */
  const gained = (seat) => {
    const change = at ? film.scores[at][seat] - film.scores[at - 1][seat] : 0;
    if (!change) return [];
    const sign = document.createElement("span");
    sign.className = "gained";
    sign.textContent = change > 0 ? "+" + change : "−" + -change;
    return [sign, " "];
  };

  const show = () => {
    // The pictures are the arena's own, made of escaped text; the page's policy lets no script of theirs run.
    const lines = film.frames[narrow.matches ? 1 : 0][eye][at].map((line) => film.lines[line]);
    byId("frame").innerHTML = lines.map((line) => line.map((piece) => film.pieces[piece]).join("")).join("\n");
    items(byId("said"), at ? film.says[eye][at].map((said) => film.sentences[said]) : ["The match begins.", ...film.says[eye][0].map((said) => film.sentences[said])]);
    const note = film.notes[eye][at];
    byId("note").textContent = note === undefined ? "" : "note: " + note;
    byId("now").textContent = at === last ? "The end" : "Position " + at;
    byId("warning").textContent = film.eyes[eye][0] === "all" ? "You see everything, also what no player may know." : "";
    const mover = at ? film.moves[at - 1] : null;
    for (let seat = 0; seat < seats; seat++) {
      const row = byId("seats").tBodies[0].rows[seat];
      row.className = mover && mover[0] === seat ? "turn" : "";
      row.cells[1].replaceChildren(...gained(seat), String(film.scores[at][seat]));
      row.cells[2].textContent = mover && mover[0] === seat ? (mover[2] ? mover[2].trim() : time(mover[1])) : "";
      row.cells[3].textContent = time(used[at][seat]);
    }
    byId("at").value = at;
    byId("at").setAttribute("aria-valuetext", "position " + at + " of " + last);
    if (document.activeElement !== byId("jump")) byId("jump").value = at;
    byId("eyes").value = eye;
    byId("link").href = address();
    const cursor = byId("cursor");
    cursor.setAttribute("x1", x(at));
    cursor.setAttribute("x2", x(at));
    if (location.hash !== address()) history.replaceState(null, "", address());
  };

  const go = (place) => {
    at = Math.max(0, Math.min(last, place));
    if (at === last) pause();
    show();
  };
  const pause = () => {
    clearTimeout(timer);
    timer = null;
    byId("playing").textContent = "▶ play";
  };
  const tick = () => {
    timer = setTimeout(() => {
      if (timer === null) return;
      tick();
      go(at + 1);
    }, Number(byId("speed").value));
  };
  const play = () => {
    if (timer !== null) return pause();
    if (at === last) at = 0;
    byId("playing").textContent = "⏸ pause";
    tick();
    show();
  };
  const mark = (way) => {
    const places = film.marks.map(([place]) => place);
    const found = way > 0 ? places.find((place) => place > at) : places.findLast((place) => place < at);
    go(found ?? (way > 0 ? last : 0));
  };
  const look = (place) => {
    eye = (place + film.eyes.length) % film.eyes.length;
    show();
  };
  const faster = (way) => {
    const speed = byId("speed");
    speed.selectedIndex = Math.max(0, Math.min(speed.length - 1, speed.selectedIndex + way));
  };

  const DO = {
    first: () => go(0), back: () => go(at - 1), play, on: () => go(at + 1), last: () => go(last),
    "previous-mark": () => mark(-1), "next-mark": () => mark(1),
  };
  const KEYS = {
    ArrowLeft: DO.back, ArrowRight: DO.on, Home: DO.first, End: DO.last, " ": play,
    PageUp: () => go(at - 10), PageDown: () => go(at + 10), n: DO["next-mark"], p: DO["previous-mark"],
    e: () => look(eye + 1), E: () => look(eye - 1), "+": () => faster(1), "-": () => faster(-1),
  };

  // ------------------------------------------------------------------------------------ points

  const SVG = "http://www.w3.org/2000/svg", WIDTH = 400, HEIGHT = 140;
  const all = film.scores.flat();
  const low = Math.min(0, ...all), high = Math.max(1, ...all);
  const x = (place) => 6 + (place / Math.max(last, 1)) * (WIDTH - 12);
  const y = (points) => HEIGHT - 8 - ((points - low) / (high - low)) * (HEIGHT - 16);
  const element = (name, attributes) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const lines = element("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" });
  const title = element("title", {});
  title.textContent = "Points: " + film.names.map((name, seat) => name + " " + film.scores[last][seat]).join(", ");
  lines.append(title);
  for (let seat = 0; seat < seats; seat++) {
    const points = film.scores.map((scores, place) => x(place).toFixed(1) + "," + y(scores[seat]).toFixed(1));
    lines.append(element("polyline", {
      points: points.join(" "), fill: "none", stroke: COLORS[seat % 6], "stroke-width": 2,
      "stroke-dasharray": STROKES[seat % 6], "vector-effect": "non-scaling-stroke",
    }));
  }
  lines.append(element("line", {
    id: "cursor", y1: 0, y2: HEIGHT, stroke: "currentColor", "stroke-width": 1, "vector-effect": "non-scaling-stroke",
  }));
  lines.addEventListener("click", (event) => {
    const box = lines.getBoundingClientRect();
    go(Math.round(((((event.clientX - box.left) / box.width) * WIDTH - 6) / (WIDTH - 12)) * last));
  });
  byId("lines").prepend(lines);

  // ------------------------------------------------------------------------------------ the page

  film.names.forEach((name, seat) => {
    const row = byId("seats").tBodies[0].insertRow();
    const head = document.createElement("th");
    head.scope = "row";
    const key = element("svg", { width: 18, height: 8, "aria-hidden": "true", viewBox: "0 0 18 8" });
    key.append(element("line", {
      x1: 0, x2: 18, y1: 4, y2: 4, stroke: COLORS[seat % 6], "stroke-width": 3, "stroke-dasharray": STROKES[seat % 6],
    }));
    head.append(key, " " + name);
    row.append(head);
    for (let cell = 0; cell < 3; cell++) row.insertCell();
  });
  film.eyes.forEach(([, label], place) => byId("eyes").add(new Option(label, place)));
  byId("look").hidden = film.eyes.length < 2;
  byId("at").max = byId("jump").max = last;
  byId("of").textContent = "of " + last;
  for (const [place, kind, text] of film.marks) {
    const sign = document.createElement("i");
    sign.className = kind;
    sign.title = place + ": " + text;
    sign.style.left = (100 * place) / Math.max(last, 1) + "%";
    sign.addEventListener("click", () => go(place));
    byId("marks").append(sign);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-do]");
    if (button) DO[button.dataset.do]();
  });
  byId("at").addEventListener("input", (event) => go(Number(event.target.value)));
  byId("jump").addEventListener("change", (event) => go(Number.parseInt(event.target.value, 10) || 0));
  byId("eyes").addEventListener("change", (event) => look(Number(event.target.value)));
  byId("look").addEventListener("submit", (event) => event.preventDefault());
  narrow.addEventListener("change", show);
  addEventListener("hashchange", () => { readAddress(); show(); });
  document.addEventListener("keydown", (event) => {
    const inField = event.target.matches("select, input[type=number], button, a") && [" ", "ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key);
    const typing = event.target.matches("select, input[type=number]");
    if (event.ctrlKey || event.altKey || event.metaKey || typing || (inField && event.key === " ")) return;
    const does = KEYS[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  });

  readAddress();
  byId("hint").hidden = true;
  byId("stage").hidden = false;
  show();
  document.documentElement.dataset.ready = "yes";
})();
