/* One run that is open: what it is, what it did, and what can be done about it. */
import {ageOf} from './runs.js';
import {age, cost, count, element, now, perMinute, say, SLOT, SLOTS} from './text.js';
import {ask, order} from './dialogs.js';

const at = id => document.getElementById(id);
/* The one place where HTML comes in: the server has made every text of an agent harmless in it. */
const policy = globalThis.trustedTypes ? trustedTypes.createPolicy('timeline', {createHTML: html => html}) : {createHTML: html => html};

let run = null;
let isOver = false;
let plot = null;
let drawnRows = [];

at('halt').addEventListener('click', async () => {
  const {key, run: name} = run;
  const given = await ask('Halt ' + name + '?', 'Its next call of a tool or model throws.', 'Halt', [{name: 'reason', label: 'Reason, for whoever catches it', type: 'text'}]);
  if (given) order({command: 'halt', key, ...given});
});
at('resume').addEventListener('click', async () => {
  const {key, run: name} = run;
  const given = await ask('Let ' + name + ' go on?', 'How much more? What is granted is a limit, too. Where nothing is said, the configured limits go on to hold.', 'Let it go on', [
    {name: 'extra_steps', label: 'Steps'}, {name: 'extra_turns', label: 'Turns'}, {name: 'extra_tokens', label: 'Tokens'},
    {name: 'extra_cost', label: 'Cost', step: 'any'}, {name: 'extra_seconds', label: 'Minutes', times: 60, step: 'any'},
  ]);
  if (given) order({command: 'resume', key, ...given, ...(given.extra_seconds ? {extra_seconds: Math.round(given.extra_seconds)} : {})});
});
at('reset').addEventListener('click', async () => {
  const {key, run: name} = run;
  if (await ask('Reset ' + name + '?', 'A halt is lifted, and all repetition so far is forgotten.', 'Reset')) order({command: 'reset', key});
});

/** Opens a run, or none. */
export function openRun(opened) {
  run = opened;
  isOver = false;
  drawnRows = [];
  at('run').hidden = !opened;
  document.body.classList.toggle('opened', !!opened);
  at('story').replaceChildren();
  at('run-rules').replaceChildren();
  at('run-tools').replaceChildren();
  if (opened) drawRun();
}

/** The run is not on the board any more. */
export function runIsOver() {
  isOver = true;
  drawRun();
}

/** Draws what the board knows of it. */
export function drawRun() {
  if (!run) return;
  say(at('run-title'), run.run);
  const state = isOver ? 'over' : run.state;
  at('run').dataset.state = state;
  say(at('run-reason'), isOver ? 'The run is over.' : run.reason ? 'Halted: ' + run.reason : run.state === 'waiting' ? 'A call of it waits.' : '');
  at('halt').disabled = isOver || run.state === 'halted';
  at('resume').disabled = isOver || (run.state !== 'halted' && run.state !== 'waiting');
  at('reset').disabled = isOver;
  const facts = [['State', state + (run.over ? ', and over' : '')], ['Task', run.task], ['Framework', run.framework || ''], ['JVM', run.jvmName], ['Inside', run.parent || ''], ['Steps', count(run.steps)],
    ['Turns', count(run.turns)], ['Tokens', count(run.tokens)], ['Cost', cost(run.cost)], ['Age', age(ageOf(run))]];
  const list = at('run-facts');
  if (list.children.length !== facts.length) {
    list.replaceChildren(...facts.map(([name]) => {
      const fact = element('div');
      fact.append(element('dt', name), element('dd', ''));
      return fact;
    }));
  }
  facts.forEach(([, value], i) => {
    list.children[i].hidden = !value;
    say(list.children[i].lastChild, value);
  });
  drawChart(perMinute(run.rate));
}

function drawChart(values) {
  const host = at('run-chart');
  const over = Math.floor(now() / SLOT);
  const times = values.map((_, i) => (over - SLOTS + i) * SLOT / 1000);
  const most = Math.max(...values);
  host.setAttribute('aria-label', most === 0 ? 'no tokens in five minutes' : count(values[SLOTS - 1]) + ' now, at most ' + count(most));
  if (!plot) {
    const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const axis = {stroke: colour('--muted'), font: '11px system-ui, sans-serif', ticks: {show: false}, grid: {stroke: colour('--line'), width: 1}};
    plot = new uPlot({
      width: host.clientWidth, height: host.clientHeight, legend: {show: false}, padding: [8, 8, 0, 0],
      cursor: {show: false}, scales: {x: {range: (_, from, to) => [from, to + SLOT / 1000]}, y: {range: (_, least, highest) => [0, Math.max(10, highest * 1.1)]}},
      axes: [
        {...axis, grid: {show: false}, size: 24, space: 70, values: (_, splits) => splits.map(split => new Date(split * 1000).toLocaleTimeString('en-GB'))},
        {...axis, size: 56, values: (_, splits) => splits.map(count)},
      ],
      series: [{}, {stroke: colour('--link'), width: 0, fill: colour('--link'), paths: uPlot.paths.bars({size: [0.8, 40], align: 1}), points: {show: false}}],
    }, [times, values], host);
    return;
  }
  if (plot.width !== host.clientWidth) plot.setSize({width: host.clientWidth, height: host.clientHeight});
  plot.setData([times, values]);
}

/** Colours are read when it is made. */
function forgetChart() {
  if (plot) plot.destroy();
  plot = null;
}
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  forgetChart();
  drawRun();
});

/** Draws what the story tells, of the run that is open. */
export function drawStory(story) {
  if (!run || story.key !== run.key) return;
  if (story.over) runIsOver();
  rows(at('run-rules'), story.rules || [], rule =>
    rule.detector + (rule.rule && rule.rule !== rule.detector ? ' (' + rule.rule + ')' : '') + ': ' + count(rule.count) + (rule.halts ? ' of ' + count(rule.halts) : '') + '. ' + rule.why, 'Nothing.');
  rows(at('run-tools'), story.tools || [], tool => tool.tool + ' ' + count(tool.calls) + '×', 'None.');
  drawTimeline(story.html);
}

function rows(list, of, text, none) {
  const texts = of.length ? of.map(text) : [none];
  list.replaceChildren(...texts.map(each => element('li', each)));
}

/** Rows that are as they were stay, with what is open in them. */
function drawTimeline(html) {
  const template = document.createElement('template');
  template.innerHTML = policy.createHTML(html);
  const fresh = template.content.querySelector('ol.timeline');
  const host = at('story');
  if (!fresh) return;
  let list = host.querySelector('ol.timeline');
  if (!list) {
    list = element('ol', undefined, {class: 'timeline'});
    host.append(list);
    drawnRows = [];
  }
  const rowsNow = [...fresh.children];
  const texts = rowsNow.map(row => row.outerHTML);
  rowsNow.forEach((row, i) => {
    const before = list.children[i];
    if (before && drawnRows[i] === texts[i]) return;
    if (!before) {
      list.append(row);
      return;
    }
    const wasOpen = before.querySelector('details')?.open;
    const details = row.querySelector('details');
    if (wasOpen && details) details.open = true;
    before.replaceWith(row);
  });
  while (list.children.length > texts.length) list.lastChild.remove();
  drawnRows = texts;
}
