// Counts the choices of a blind test, and how likely such a split is by chance.

// Two-sided: the chance of a split at least this uneven if the two sound equally good. Ties do not count.
export function signTest(wins, losses) {
  const count = wins + losses, most = Math.max(wins, losses);
  let term = 0.5 ** count, tail = 0;
  for (let k = 0; k <= count; k++) {
    if (k >= most) tail += term;
    term *= (count - k) / (k + 1);
  }
  return Math.min(1, 2 * tail);
}

// `sides` says for each pair whether the build is "a" or "b".
export function countChoices(choices, sides) {
  const counted = { build: 0, reference: 0, same: 0, unanswered: 0 };
  choices.forEach((choice, at) => {
    const kind = !choice ? "unanswered" : choice === "same" ? "same" : choice === sides[at] ? "build" : "reference";
    counted[kind]++;
  });
  return counted;
}
