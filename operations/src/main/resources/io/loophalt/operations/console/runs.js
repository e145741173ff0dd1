/*
 * The table of runs: thousands of them, of which those that are in sight have elements. A row keeps
 * its element, and so its focus, wherever it moves to; and none moves under somebody's pointer or
 * while they go through the rows by keyboard.
 */
import {age, cost, count, element, now, perMinute, say, short, svg, SLOTS} from './text.js';

const STILL_MILLIS = 1500;
const BEYOND = 6;

const isStuck = run => run.state !== 'going' && !run.over;
/** From 0 to 1 how near to a halt; who waits for a person stands above all, who is over below. */
const attention = run => run.over ? -1 : run.state === 'waiting' ? 2 : run.state === 'halted' ? 1
  : run.halts ? Math.min(0.999, run.count / run.halts) : 0;
const nowRate = run => perMinute(run.rate)[SLOTS - 1];
export const ageOf = run => (run.state === 'waiting' || run.over ? run.seen : now()) - run.began;

const COLUMNS = [
  {id: 'run', label: 'Run', of: run => run.run},
  {id: 'near', label: 'Nearest to a halt', of: attention, down: true},
  {id: 'state', label: 'State', of: run => run.state},
  {id: 'task', label: 'Task', of: run => run.task},
  {id: 'jvm', label: 'JVM', of: run => run.jvmName},
  {id: 'rate', label: 'Tokens a minute', of: nowRate, down: true},
  {id: 'tokens', label: 'Tokens', of: run => run.tokens, down: true},
  {id: 'steps', label: 'Steps', of: run => run.steps, down: true},
  {id: 'turns', label: 'Turns', of: run => run.turns, down: true},
  {id: 'cost', label: 'Cost', of: run => run.cost, down: true},
  {id: 'age', label: 'Age', of: run => -run.began, down: true},
];

export class RunTable {
  #runs;
  #open;
  #table = document.getElementById('table');
  #scroller = document.getElementById('scroller');
  #body = document.getElementById('rows');
  #filter = document.getElementById('filter');
  #state = document.getElementById('state');
  #sort = document.getElementById('sort');
  #by = COLUMNS.find(column => column.id === 'near');
  #down = true;
  #order = [];
  #rows = new Map();
  #opened = 0;
  #active = 0;
  #stillUntil = 0;
  #wanted = false;

  /** `runs` is a map by key, which others change; `open` is told which run is to be opened. */
  constructor(runs, open) {
    this.#runs = runs;
    this.#open = open;
    this.#heads();
    this.#filter.addEventListener('input', () => this.refresh(true));
    this.#state.addEventListener('change', () => this.refresh(true));
    this.#sort.addEventListener('change', () => this.#sortBy(this.#sort.value));
    this.#scroller.addEventListener('scroll', () => this.#draw(), {passive: true});
    this.#body.addEventListener('click', event => this.#clicked(event));
    this.#body.addEventListener('keydown', event => this.#pressed(event));
    this.#body.addEventListener('pointermove', () => this.#holdStill(), {passive: true});
    this.#body.addEventListener('pointerdown', () => this.#holdStill(), {passive: true});
    this.#body.addEventListener('focusin', event => { this.#active = Number(event.target.closest('.row').dataset.key); });
    new ResizeObserver(() => this.#draw()).observe(this.#scroller);
  }

  #heads() {
    const heads = document.getElementById('heads');
    for (const column of COLUMNS) {
      const head = element('div', undefined, {role: 'columnheader', class: 'cell ' + column.id});
      const button = element('button', column.label, {type: 'button'});
      button.addEventListener('click', () => this.#sortBy(column.id));
      head.append(button);
      heads.append(head);
      column.head = head;
      this.#sort.append(element('option', column.label, {value: column.id}));
    }
    this.#showSort();
  }

  #sortBy(id) {
    const column = COLUMNS.find(each => each.id === id);
    this.#down = column === this.#by ? !this.#down : !!column.down;
    this.#by = column;
    this.#showSort();
    this.#scroller.scrollTop = 0;
    this.refresh(true);
  }

  #showSort() {
    for (const column of COLUMNS) {
      column.head.setAttribute('aria-sort', column !== this.#by ? 'none' : this.#down ? 'descending' : 'ascending');
    }
    this.#sort.value = this.#by.id;
  }

  #holdStill() {
    this.#stillUntil = performance.now() + STILL_MILLIS;
  }

  filterBy(text) {
    this.#filter.value = text;
    this.refresh(true);
    this.#filter.focus();
  }

  /** The run that is open is marked. */
  opened(key) {
    this.#opened = key;
    this.#draw();
  }

  /** The focus goes to the row of a run, if there is one in sight. */
  focus(key) {
    this.#rows.get(key)?.button.focus();
  }

  /** Something has changed; `atOnce` if a person waits for it. */
  refresh(atOnce = false) {
    if (atOnce) {
      this.#stillUntil = 0;
      this.#arrange();
    } else if (!this.#wanted) {
      this.#wanted = true;
      requestAnimationFrame(() => { this.#wanted = false; this.#arrange(); });
    }
  }

  #arrange() {
    if (performance.now() < this.#stillUntil) {
      this.#order = this.#order.filter(run => this.#runs.has(run.key));
    } else {
      const words = this.#filter.value.toLowerCase().split(/\s+/).filter(word => word);
      const state = this.#state.value;
      const chosen = [];
      for (const run of this.#runs.values()) {
        if ((!state || run.state === state || (state === 'stuck' && isStuck(run))) && matches(run, words)) {
          run.rank = this.#by.of(run);
          chosen.push(run);
        }
      }
      const sign = this.#down ? -1 : 1;
      chosen.sort((one, other) => one.rank < other.rank ? -sign : one.rank > other.rank ? sign
        : other.tokens - one.tokens || one.key - other.key);
      this.#order = chosen;
    }
    const all = this.#runs.size;
    const shown = this.#order.length;
    let stuck = 0;
    for (const run of this.#order) stuck += isStuck(run) ? 1 : 0;
    say(document.getElementById('count'), (shown === all ? count(all) : count(shown) + ' of ' + count(all)) + (all === 1 ? ' run, ' : ' runs, ') + count(stuck) + ' stuck');
    document.getElementById('no-runs').hidden = shown > 0;
    this.#table.setAttribute('aria-rowcount', shown + 1);
    this.#draw();
  }

  get #height() {
    return parseFloat(getComputedStyle(this.#table).getPropertyValue('--row'));
  }

  #draw() {
    const height = this.#height;
    this.#body.style.height = this.#order.length * height + 'px';
    const first = Math.max(0, Math.floor(this.#scroller.scrollTop / height) - BEYOND);
    const last = Math.min(this.#order.length, Math.ceil((this.#scroller.scrollTop + this.#scroller.clientHeight) / height) + BEYOND);
    const focused = this.#body.contains(document.activeElement) ? document.activeElement.closest('.row') : null;
    const inSight = new Set();
    const inOrder = [];
    let tabbable = null;
    for (let i = first; i < last; i++) {
      const run = this.#order[i];
      inSight.add(run.key);
      let row = this.#rows.get(run.key);
      if (!row) {
        row = new Row(run);
        this.#rows.set(run.key, row);
      }
      row.draw(run, i, height, run.key === this.#opened);
      row.button.tabIndex = -1;
      if (run.key === this.#active || !tabbable) tabbable = row.button;
      inOrder.push(row.element);
    }
    if (tabbable) tabbable.tabIndex = 0; // One stop of the Tab key; arrows go on from there.
    for (const [key, row] of this.#rows) {
      if (!inSight.has(key)) {
        row.element.remove();
        this.#rows.delete(key);
      }
    }
    this.#place(inOrder, focused);
  }

  /** Elements stand in the order in which they are seen; the one with the focus is not moved. */
  #place(inOrder, focused) {
    const at = inOrder.indexOf(focused);
    inOrder.forEach((row, i) => {
      if (i === at || this.#body.children[i] === row) return;
      if (i < at) focused.before(row);
      else this.#body.append(row);
    });
  }

  #clicked(event) {
    const row = event.target.closest('.row');
    if (row) this.#open(Number(row.dataset.key));
  }

  #pressed(event) {
    const page = Math.max(1, Math.floor(this.#scroller.clientHeight / this.#height) - 1);
    const by = {ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity}[event.key];
    if (by === undefined) return;
    event.preventDefault();
    this.#holdStill();
    const at = this.#order.findIndex(run => run.key === this.#active);
    const to = Math.max(0, Math.min(this.#order.length - 1, at + by));
    const run = this.#order[to];
    if (!run) return;
    const height = this.#height;
    const top = to * height;
    if (top < this.#scroller.scrollTop) this.#scroller.scrollTop = top;
    const bottom = top + height - this.#scroller.clientHeight;
    if (bottom > this.#scroller.scrollTop) this.#scroller.scrollTop = bottom;
    this.#active = run.key;
    this.#draw();
    this.#rows.get(run.key).button.focus({preventScroll: true});
  }
}

function matches(run, words) {
  if (words.length === 0) return true;
  run.words ??= [run.run, run.task, run.framework || '', run.jvmName].join(' ').toLowerCase();
  return words.every(word => run.words.includes(word) || (run.rule && run.rule.includes(word)));
}

class Row {
  element = element('div', undefined, {role: 'row', class: 'row'});
  #cells = {};
  #line = svg('polyline', {points: ''});
  #bar = svg('rect', {height: 8, width: 0});
  #drawn = '';

  constructor(run) {
    this.element.dataset.key = run.key;
    for (const column of COLUMNS) {
      const cell = element('div', undefined, {role: column.id === 'run' ? 'rowheader' : 'cell', class: 'cell ' + column.id});
      this.#cells[column.id] = cell;
      this.element.append(cell);
    }
    this.button = element('button', run.run, {type: 'button'});
    this.#cells.run.append(this.button);
    this.spark = svg('svg', {viewBox: '0 0 90 20', preserveAspectRatio: 'none', role: 'img', class: 'spark'});
    this.spark.append(this.#line);
    this.rate = element('span');
    this.#cells.rate.append(this.spark, this.rate);
    const bar = svg('svg', {viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true', class: 'bar'});
    bar.append(this.#bar);
    this.near = element('span');
    this.#cells.near.append(this.near, bar);
  }

  draw(run, i, height, isOpen) {
    this.element.style.transform = 'translateY(' + i * height + 'px)';
    this.element.setAttribute('aria-rowindex', i + 2);
    if (isOpen) this.element.setAttribute('aria-current', 'true');
    else this.element.removeAttribute('aria-current');
    this.element.dataset.state = run.state;
    say(this.#cells.state, run.state);
    say(this.#cells.task, run.task);
    say(this.#cells.jvm, run.jvmName);
    say(this.#cells.tokens, short(run.tokens));
    say(this.#cells.steps, count(run.steps));
    say(this.#cells.turns, count(run.turns));
    say(this.#cells.cost, cost(run.cost));
    say(this.#cells.age, age(ageOf(run)));
    say(this.near, run.rule ? count(run.count) + (run.halts ? ' of ' + count(run.halts) : '') + ' ' + run.rule + (run.rung ? ', ' + run.rung : '') : '–');
    this.#bar.setAttribute('width', run.state === 'halted' ? 100 : run.halts ? Math.min(100, 100 * run.count / run.halts) : 0);
    this.#drawRate(perMinute(run.rate));
  }

  #drawRate(values) {
    const key = values.join();
    if (key === this.#drawn) return;
    this.#drawn = key;
    const most = Math.max(...values);
    const latest = values[SLOTS - 1];
    this.#line.setAttribute('points', most === 0 ? '' : values.map((value, i) => i * 90 / (SLOTS - 1) + ',' + (19 - 18 * value / most)).join(' '));
    this.spark.setAttribute('aria-label', most === 0 ? 'no tokens in five minutes' : 'at most ' + count(most) + ' in five minutes');
    say(this.rate, short(latest));
  }
}
