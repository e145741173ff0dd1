/* Keeps what the server tells, and shows it. */
import {RunTable} from './runs.js';
import {freeze, showJvms, unfreeze} from './jvms.js';
import {drawRun, drawStory, openRun, runIsOver} from './story.js';
import {element, say, setClock} from './text.js';

const AGAIN_MILLIS = 2000;
const MOST_EVENTS = 100;

const runs = new Map();
const jvms = new Map();
const table = new RunTable(runs, key => { location.hash = 'run-' + key; });
const link = document.getElementById('link');
let stream = null;
let version = 0;
let opened = 0;
let latestEvent = 0;

function connect() {
  if (stream) stream.close();
  stream = new EventSource('events?since=' + version + (opened ? '&open=' + opened : ''));
  stream.addEventListener('open', () => showLink('live'));
  stream.addEventListener('board', message => takeBoard(JSON.parse(message.data)));
  stream.addEventListener('story', message => drawStory(JSON.parse(message.data)));
  stream.addEventListener('error', () => {
    stream.close();
    stream = null;
    showLink('not connected: has the console been ended?');
    setTimeout(() => { if (!stream && !document.hidden) connect(); }, AGAIN_MILLIS);
  });
}

function showLink(text) {
  link.classList.toggle('trouble', text !== 'live');
  say(link, text);
}

function takeBoard(news) {
  setClock(news.now);
  version = news.version;
  if (news.whole) {
    runs.clear();
    jvms.clear();
  }
  if (news.jvms) {
    jvms.clear();
    for (const jvm of news.jvms) jvms.set(jvm.key, jvm);
    showJvms(news.jvms, text => table.filterBy(text));
  }
  for (const run of news.runs || []) {
    const jvm = jvms.get(run.jvm);
    run.jvmName = jvm ? (jvm.main + ' ' + jvm.pid).trim() : '';
    const known = runs.get(run.key) || {};
    for (const name of Object.keys(known)) delete known[name]; // What is left out does not hold any more.
    runs.set(run.key, Object.assign(known, run));
  }
  for (const key of news.gone || []) runs.delete(key);
  if (news.events) showEvents(news.events.filter(event => event.number > latestEvent));
  table.refresh();
  if (opened) openWhatIsMeant();
}

function showEvents(events) {
  const list = document.getElementById('events');
  for (const event of events) {
    const row = element('li');
    row.append(element('time', new Date(event.time).toLocaleTimeString('en-GB'), {datetime: event.time}));
    row.append(element('span', ' ' + event.jvm + ' '), element('span', event.text, {class: 'what'}));
    if (event.by) row.append(element('span', ' by ' + event.by, {class: 'muted'}));
    list.prepend(row);
    latestEvent = event.number;
  }
  while (list.children.length > MOST_EVENTS) list.lastChild.remove();
  document.getElementById('no-events').hidden = list.children.length > 0;
}

/** The address says which run is open, so that the way back is that of the browser. */
function meant() {
  const match = /^#run-(\d{1,15})$/.exec(location.hash);
  return match ? Number(match[1]) : 0;
}

let shown = null;
function openWhatIsMeant() {
  const run = runs.get(opened);
  if (run && run !== shown) {
    shown = run;
    openRun(run);
  } else if (run) {
    drawRun();
  } else if (shown) {
    runIsOver();
  }
}

function follow() {
  const before = opened;
  opened = meant();
  shown = null;
  openRun(null);
  openWhatIsMeant();
  table.opened(opened);
  connect();
  if (opened) document.getElementById('run-title').focus();
  else if (before) table.focus(before);
}

addEventListener('hashchange', follow);
document.getElementById('close').addEventListener('click', () => { location.hash = ''; });
document.getElementById('run').addEventListener('keydown', event => { if (event.key === 'Escape') location.hash = ''; });
document.getElementById('freeze').addEventListener('click', () => freeze({}, 'Freeze all runs of all JVMs?'));
document.getElementById('unfreeze').addEventListener('click', () => unfreeze({}, 'Unfreeze all JVMs?'));
/* A page that nobody sees holds no connection: a browser has six for each server. */
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) {
    connect();
  } else if (stream) {
    stream.close();
    stream = null;
  }
});
setInterval(() => {
  if (!document.hidden) {
    table.refresh();
    drawRun();
  }
}, 1000);
follow();
