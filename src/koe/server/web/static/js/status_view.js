// The figures of /status -> the parts of the status page.

import { lineChart, short } from "./chart.js";
import { find, make } from "./element.js";

const MIB = 1024 ** 2;
const READY = {
  ready: ["good", "ready"], warming_up: ["warn", "warming up"], stopping: ["bad", "shutting down"],
  lane_stalled: ["bad", "the model hangs"], memory_short: ["bad", "memory is short"],
};
const SLO_NAMES = { ttfa: "TTFA, 95th percentile", rtf: "RTF, 95th percentile", underruns: "Underruns an hour" };
// What an operator can change: as the log says it.
const REMEDIES = {
  ttfa: "Choose a faster KOKORO_BUILD, set KOKORO_THREADS to the physical cores, or lower KOKORO_MAX_STREAMS.",
  rtf: "The machine is too slow for this build, or busy. Choose a faster KOKORO_BUILD, or set KOKORO_THREADS to its physical cores.",
  underruns: "Speech came too late for its listeners. Lower KOKORO_MAX_STREAMS, or choose a faster KOKORO_BUILD.",
};
const ROWS = [
  ["TTFA, warm", window => window.warm.ttfa_s], ["TTFA, cold", window => window.cold.ttfa_s],
  ["First sound from the cache", window => window.hit.hit_s], ["Whole answers", window => window.whole.answer_s],
  ["Wait for a lane, warm", window => window.warm.queue_wait_s], ["Jitter of paced frames, warm", window => window.warm.jitter_s],
  ["RTF, warm", window => window.warm.rtf],
];

export function showReady(ready, status) {
  const [kind, text] = READY[ready] ?? ["bad", ready.replaceAll("_", " ")];
  find("ready").className = `light ${kind}`;
  find("ready").textContent = status.degrade.mode === "normal" ? text : `${text}, degraded: ${status.degrade.mode.replaceAll("_", " ")}`;
}

export function showSlos(slos, recent) {
  find("slos").replaceChildren(...Object.entries(slos).map(([name, slo]) => {
    const now = { ttfa: recent.warm.ttfa_s?.p95, rtf: recent.warm.rtf?.p95 }[name];
    const measured = name === "underruns" ? `${recent.underruns} in 5 min` : now === undefined ? "no answers yet" : short(now) + (name === "ttfa" ? " s" : "");
    return make("div", { class: "card slo" },
      make("span", { class: `light ${slo.is_breached ? "bad" : "good"}` }, slo.is_breached ? "breached" : "met"),
      make("h3", {}, SLO_NAMES[name] ?? name),
      make("p", {}, make("strong", {}, measured), ` · at most ${short(slo.target)}${name === "ttfa" ? " s" : ""}`),
      make("p", { class: "hint" }, slo.is_breached ? REMEDIES[name] ?? "" : `Error budget used at ${short(slo.burn_5m)}× in 5 min, ${short(slo.burn_1h)}× in an hour.`));
  }));
}

export function showCharts(history, window, slos) {
  const nowS = history.at(-1).atS;
  for (const [name, key] of [["ttfa", "ttfa_s"], ["rtf", "rtf"]]) {
    const series = ["p50", "p95"].map(quantile => ({
      name: quantile, points: history.map(one => ({ atS: one.atS, value: one.windows[window].warm[key]?.[quantile] ?? null })),
    }));
    const latest = series.map(one => `${one.name} ${one.points.at(-1).value === null ? "none" : short(one.points.at(-1).value)}`).join(", ");
    const legend = make("p", { class: "legend" }, ...series.map((one, at) => make("span", { class: `key-${at}` }, one.name)),
      ...(slos[name] ? [make("span", { class: "key-limit" }, "objective")] : []));
    const isEmpty = series.every(one => one.points.every(point => point.value === null));
    find(`${name}-chart`).replaceChildren(
      lineChart(series, { nowS, limit: slos[name]?.target ?? null, label: `${name.toUpperCase()} since this page was opened: ${latest}` }),
      legend, ...(isEmpty ? [make("p", { class: "empty hint" }, "No warm answer in this window yet. Speak something.")] : []));
  }
}

function row(cells, tag = "td") {
  return make("tr", {}, ...cells.map((cell, at) => make(at ? tag : "th", { scope: tag === "th" ? "col" : at ? null : "row" }, cell)));
}

export function showQuantiles(window) {
  const unit = (name, value) => (name.startsWith("RTF") ? value.toFixed(3) : value < 0.1 ? `${(1000 * value).toFixed(1)} ms` : `${value.toFixed(2)} s`);
  find("quantiles").replaceChildren(
    make("thead", {}, row(["", "answers", "p50", "p95", "p99", "max"], "th")),
    make("tbody", {}, ...ROWS.map(([name, of]) => {
      const found = of(window);
      return row([name, ...(found ? [String(found.count), ...["p50", "p95", "p99", "max"].map(one => unit(name, found[one]))] : ["0", "–", "–", "–", "–"])]);
    })));
}

function fact(name, value) {
  return make("div", {}, make("dt", {}, name), make("dd", {}, String(value)));
}

// A bar is a <meter>: it has its value for screen readers too.
function bar(name, value, most, text) {
  return make("div", { class: "bar-row" }, make("span", {}, name), make("meter", { min: 0, max: Math.max(most, 1e-9), value, "aria-label": name }), make("span", { class: "hint" }, text));
}

export function showLoad(status, { sessions }) {
  const busy = status.lanes.length ? status.lanes.reduce((sum, lane) => sum + lane.busy_share, 0) / status.lanes.length : 0;
  find("load").replaceChildren(
    fact("running", status.running_streams), fact("waiting", status.queues.waiting_streams), fact("refused", status.streams.refused),
    fact("underruns", status.streams.underruns), fact("unread audio", `${status.queues.unread_s.toFixed(1)} s`), fact("lanes busy", `${Math.round(100 * busy)} %`));
  const most = Math.max(...sessions.map(one => one.buffered_bytes), 1);
  find("sessions").replaceChildren(...(sessions.length
    ? sessions.map(one => bar(one.state, one.buffered_bytes, most, `${Math.round(one.age_s)} s old, ${one.chunks} frames, ${(one.buffered_bytes / 1024).toFixed(0)} KiB buffered`))
    : [make("p", { class: "hint" }, "No live streams now.")]));
}

export function showMemory(memory, caches) {
  const mib = bytes => `${Math.round(bytes / MIB).toLocaleString("en")} MiB`;
  const limit = memory.limit;
  const most = Math.max(...Object.values(caches).map(cache => cache.size_bytes), 1);
  find("memory").replaceChildren(
    make("p", {}, make("span", { class: `light ${{ normal: "good", tight: "warn", short: "bad" }[memory.pressure]}` }, `pressure: ${memory.pressure}`),
      memory.resident_bytes === null ? "" : ` koe holds ${mib(memory.resident_bytes)}`),
    ...(limit ? [bar("used of the limit", limit.used_bytes, limit.limit_bytes, `${mib(limit.used_bytes)} of ${mib(limit.limit_bytes)}: ${limit.name}`)] : []),
    ...Object.entries(caches).map(([name, cache]) => {
      const asked = cache.hits + cache.misses;
      return bar(`cache of ${name}`, cache.size_bytes, most, `${cache.entries} entries, ${(cache.size_bytes / 1024).toFixed(0)} KiB, ${asked ? `${Math.round((100 * cache.hits) / asked)} % hits` : "not asked yet"}`);
    }));
}

export function showStages(builds) {
  const opened = builds.filter(build => build.stages.length);
  find("stages").replaceChildren(
    make("thead", {}, row(["build", "stage", "variant", "provider"], "th")),
    make("tbody", {}, ...opened.flatMap(build => build.stages.map((stage, at) =>
      row([at ? "" : build.name + (build.is_default ? " (default)" : ""), stage.stage, stage.variant, stage.provider.replace("ExecutionProvider", "")])))));
}
