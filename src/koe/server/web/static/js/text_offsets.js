// Offsets of characters: koe counts code points, JavaScript counts UTF-16 units. An emoji is one of the former and two
// of the latter.

export class TextOffsets {
  #starts; // UTF-16 index of each code point; null where both are the same

  constructor(text) {
    this.units = text.length;
    this.points = text.length;
    this.#starts = null;
    if (/[\ud800-\udbff][\udc00-\udfff]/.test(text)) {
      const starts = [];
      for (let unit = 0; unit < text.length; unit += text.codePointAt(unit) > 0xffff ? 2 : 1) starts.push(unit);
      this.#starts = Uint32Array.from(starts);
      this.points = starts.length;
    }
  }

  toUnits(point) {
    if (point >= this.points) return this.units;
    return this.#starts ? this.#starts[Math.max(0, point)] : Math.max(0, point);
  }

  toPoints(unit) {
    if (!this.#starts) return Math.min(Math.max(0, unit), this.points);
    let low = 0, high = this.points;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (middle === this.points ? unit >= this.units : this.#starts[middle] <= unit) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

export function countPoints(text) {
  return new TextOffsets(text).points;
}

// Line and column, both from 1 and in code points, as the errors about SSML have them -> UTF-16 index.
export function unitAt(text, line, column) {
  const lines = text.split("\n");
  const before = lines.slice(0, Math.max(0, line - 1)).reduce((sum, one) => sum + one.length + 1, 0);
  const row = lines[line - 1] ?? "";
  return Math.min(text.length, before + new TextOffsets(row).toUnits(column - 1));
}
