// Words with their times, in order: which one is heard at a position, and which one lies at a character.

const LINGER_S = 0.35; // a word stays lit through a short pause

export class Timeline {
  words = []; // {startS, endS, textStart, textStop}, the latter in code points of the whole text

  add(words) {
    for (const word of words) {
      // Pauses in front of words that a restarted stream speaks again.
      while (this.words.length && this.words.at(-1).startS >= word.startS) this.words.pop();
      this.words.push(word);
    }
  }

  at(second) {
    const found = this.#lastStartedBy(second);
    const word = this.words[found];
    return word && second < word.endS + LINGER_S ? word : null;
  }

  // The word at a character; in a gap the next one.
  of(point) {
    return this.words.find(word => word.textStop > point) ?? null;
  }

  // The first word that is not complete in so much audio.
  firstCutOff(second) {
    return this.words.find(word => word.endS > second) ?? null;
  }

  #lastStartedBy(second) {
    let low = 0, high = this.words.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.words[middle].startS <= second) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
