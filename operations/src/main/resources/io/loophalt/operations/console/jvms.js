/* The JVMs: how each of them is, and its configuration with where each value came from. */
import {count, element, say} from './text.js';
import {ask, order, tell} from './dialogs.js';

const list = document.getElementById('jvm-list');
const dialog = document.getElementById('config');
document.getElementById('config-close').addEventListener('click', () => dialog.close());
const cards = new Map();

/** Shows them; `filterBy` shows the runs of one. */
export function showJvms(jvms, filterBy) {
  const here = new Set(jvms.map(jvm => jvm.key));
  for (const [key, card] of cards) {
    if (!here.has(key)) {
      card.element.remove();
      cards.delete(key);
    }
  }
  for (const jvm of jvms) {
    if (!cards.has(jvm.key)) {
      const made = card(jvm, filterBy);
      cards.set(jvm.key, made);
      list.append(made.element);
    }
    draw(cards.get(jvm.key), jvm);
  }
  document.getElementById('no-jvms').hidden = jvms.length > 0;
  list.classList.toggle('many', jvms.length > 4);
}

function card(jvm, filterBy) {
  const made = {
    element: element('li', undefined, {class: 'card'}),
    state: element('p', undefined, {class: 'how'}),
    numbers: element('p', undefined, {class: 'numbers'}),
    budgets: element('ul', undefined, {class: 'plain budgets'}),
    actions: element('div', undefined, {class: 'actions'}),
  };
  const name = jvm.main + ' ' + jvm.pid;
  const button = (label, does) => {
    const each = element('button', label, {type: 'button', 'aria-label': label + ': ' + name});
    each.addEventListener('click', does);
    made.actions.append(each);
    return each;
  };
  button('Runs', () => filterBy(name));
  button('Configuration', () => showConfig(jvm.key, name));
  made.freeze = button('Freeze', () => freeze({jvm: jvm.key}, 'Freeze ' + name + '?'));
  made.unfreeze = button('Unfreeze', () => unfreeze({jvm: jvm.key}, 'Unfreeze ' + name + '?'));
  const title = element('h3', jvm.main + ' ');
  title.append(element('span', String(jvm.pid), {class: 'muted'}));
  made.element.append(title, made.state, made.numbers, made.budgets, made.actions);
  return made;
}

function draw(card, jvm) {
  const frozen = jvm.frozen ? 'frozen until ' + new Date(jvm.frozen).toLocaleTimeString('en-GB') : '';
  const parts = jvm.presence === 'gone' ? ['has ended']
    : jvm.presence === 'silent' ? ['does not answer: ' + jvm.trouble]
    : [jvm.enabled ? 'mode ' + jvm.mode : 'disabled', frozen, jvm.blocked.length ? 'blocked: ' + jvm.blocked.join(', ') : '', 'agent ' + jvm.version];
  card.element.dataset.presence = jvm.presence;
  card.element.classList.toggle('frozen', !!frozen);
  say(card.state, parts.filter(part => part).join(', '));
  say(card.numbers, count(jvm.live) + ' live, ' + count(jvm.halted) + ' halted, ' + count(jvm.waiting) + ' waiting, ' + count(jvm.halts) + ' halts so far');
  card.budgets.hidden = !jvm.budgets.length;
  card.budgets.replaceChildren(...jvm.budgets.map(budget => element('li',
    'budget ' + budget.name + ': ' + count(budget.percent) + '% used' + (budget.state === 'spent' ? ', spent until ' : ', until ') + new Date(budget.until).toLocaleString('en-GB'),
    {class: budget.state === 'spent' ? 'trouble' : ''})));
  for (const each of card.actions.children) each.disabled = jvm.presence === 'gone';
  card.freeze.hidden = !!frozen;
  card.unfreeze.hidden = !frozen;
}

/** Of one JVM, or of all. */
export async function freeze(which, title) {
  const given = await ask(title, 'Each run waits at its next call of a tool or model, and goes on where it was held. The time counts for no limit.', 'Freeze', [
    {name: 'minutes', label: 'Minutes at most', value: 10, times: 60, step: 'any'},
    {name: 'effect', label: 'What', options: [['', 'all calls'], ['write', 'only what may change something']]},
  ]);
  if (given) order({command: 'freeze', ...which, seconds: Math.max(1, Math.round(given.minutes ?? 600)), effect: given.effect});
}

export async function unfreeze(which, title) {
  if (await ask(title, 'Runs go on where they were held.', 'Unfreeze')) order({command: 'unfreeze', ...which});
}

async function showConfig(key, name) {
  const response = await fetch('config?jvm=' + key);
  if (!response.ok) {
    tell(name + ' does not say its configuration', true);
    return;
  }
  const rows = (await response.json()).map(({key: setting, value, origin}) => {
    const row = element('tr');
    row.append(element('th', setting, {scope: 'row'}), element('td', value), element('td', origin));
    return row;
  });
  say(document.getElementById('config-title'), 'Configuration of ' + name);
  document.getElementById('config-rows').replaceChildren(...rows);
  dialog.showModal();
}
