/* Numbers and times as a person reads them, and elements whose content is a text. */

/** Milliseconds by which the server's clock is ahead of this one. */
let ahead = 0;

export const SLOT = 10000;
export const SLOTS = 30;

export function setClock(serverNow) {
  ahead = serverNow - Date.now();
}

export const now = () => Date.now() + ahead;

export const count = number => number.toLocaleString('en');

export function short(number) {
  return number < 100000 ? count(number)
    : number < 1e6 ? Math.round(number / 1e3) + 'k'
    : number < 1e9 ? (number / 1e6).toFixed(1) + 'M' : (number / 1e9).toFixed(1) + 'G';
}

export const cost = number => number === 0 ? '–' : number < 100 ? number.toFixed(4).replace(/0{1,2}$/, '') : number.toFixed(0);

export function age(millis) {
  const seconds = Math.max(0, Math.floor(millis / 1000));
  return seconds < 60 ? seconds + ' s'
    : seconds < 3600 ? Math.floor(seconds / 60) + ' min'
    : seconds < 86400 ? Math.floor(seconds / 3600) + ' h' : Math.floor(seconds / 86400) + ' d';
}

/** An element with a text in it; a text never becomes anything else. */
export function element(tag, text, attributes = {}) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

export function svg(tag, attributes) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** Sets a text only where it is another one, which costs the browser less. */
export function say(where, text) {
  if (where.textContent !== text) where.textContent = text;
}

/** Tokens a minute of the last slots that are over, oldest first: what a run's `rate` says. */
export function perMinute(rate) {
  const values = new Array(SLOTS).fill(0);
  if (rate.length < 2) return values;
  const latest = rate[0];
  const over = Math.floor(now() / SLOT) - 1;
  for (let i = 1; i < rate.length; i++) {
    const at = SLOTS - 1 - (over - (latest - (rate.length - 1 - i)));
    if (at >= 0 && at < SLOTS) values[at] = rate[i] * 60000 / SLOT;
  }
  return values;
}
