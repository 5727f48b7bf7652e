// Lines over time as SVG: the newest on the right, gaps where nothing was measured.

import { draw } from "./element.js";

const WIDTH = 520, HEIGHT = 150, LEFT = 44, BOTTOM = 20, TOP = 8;
const SHORTEST_S = 60;

// `series`: [{name, points: [{atS, value}]}]; `limit`: the objective, drawn as a dashed line.
export function lineChart(series, { nowS, limit = null, label }) {
  const all = series.flatMap(one => one.points.map(point => point.value)).filter(value => value !== null);
  const most = niceAbove(Math.max(...all, limit ?? 0, 0.001));
  const firstS = Math.min(nowS - SHORTEST_S, ...series.flatMap(one => one.points.map(point => point.atS)));
  const x = atS => LEFT + ((atS - firstS) / (nowS - firstS)) * (WIDTH - LEFT - 6);
  const y = value => TOP + (1 - value / most) * (HEIGHT - TOP - BOTTOM);
  const grid = [0, most / 2, most].flatMap(value => [
    draw("line", { class: "grid", x1: LEFT, x2: WIDTH, y1: y(value), y2: y(value) }),
    draw("text", { class: "tick", x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, short(value)),
  ]);
  const minutes = (nowS - firstS) / 60;
  const axis = [
    draw("text", { class: "tick", x: LEFT, y: HEIGHT - 4 }, `${minutes < 2 ? `${Math.round(minutes * 60)} s` : `${Math.round(minutes)} min`} ago`),
    draw("text", { class: "tick", x: WIDTH, y: HEIGHT - 4, "text-anchor": "end" }, "now"),
  ];
  const target = limit === null ? [] : [draw("line", { class: "limit", x1: LEFT, x2: WIDTH, y1: y(limit), y2: y(limit) })];
  const lines = series.flatMap((one, at) => pieces(one.points).map(points =>
    draw("path", { class: `line line-${at}`, d: points.map((point, k) => `${k ? "L" : "M"}${x(point.atS).toFixed(1)} ${y(point.value).toFixed(1)}`).join("") })));
  return draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label }, ...grid, ...axis, ...target, ...lines);
}

function pieces(points) {
  const found = [[]];
  for (const point of points) {
    if (point.value === null) found.push([]);
    else found.at(-1).push(point);
  }
  // A single point has no length; a short line shows it.
  return found.filter(one => one.length).map(one => (one.length > 1 ? one : [{ ...one[0], atS: one[0].atS - 1 }, one[0]]));
}

function niceAbove(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map(step => step * power).find(nice => nice >= value);
}

export function short(value) {
  return String(Number(value.toPrecision(2)));
}
