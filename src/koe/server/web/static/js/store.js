// Choices that are kept in this browser. Without storage they last as long as the page.

const PREFIX = "koe.";

export function kept(name, fallback) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name)) ?? fallback;
  } catch {
    return fallback;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch { /* private windows may have none */ }
}
