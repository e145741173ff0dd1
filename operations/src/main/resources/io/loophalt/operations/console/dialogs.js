/* Asks once before anything is done, and says what came of it. */
import {element, say} from './text.js';

const dialog = document.getElementById('ask');
const form = document.getElementById('ask-form');
const fields = document.getElementById('ask-fields');
const said = document.getElementById('said');
let answer = () => {};

document.getElementById('ask-no').addEventListener('click', () => dialog.close());
dialog.addEventListener('close', () => answer(null));
form.addEventListener('submit', event => {
  event.preventDefault();
  const values = {};
  for (const each of fields.querySelectorAll('input, select')) {
    if (each.type === 'number') {
      if (each.value !== '' && Number(each.value) > 0) values[each.name] = Number(each.value) * Number(each.dataset.times || 1);
    } else {
      values[each.name] = each.value;
    }
  }
  const answered = answer;
  answer = () => {};
  dialog.close();
  answered(values);
});

/** Resolves to the values of the fields, or to null if nothing is to be done. */
export function ask(title, text, yes, wanted = []) {
  say(document.getElementById('ask-title'), title);
  say(document.getElementById('ask-text'), text);
  say(document.getElementById('ask-yes'), yes);
  fields.replaceChildren(...wanted.map(field));
  dialog.showModal();
  (fields.querySelector('input, select') || document.getElementById('ask-yes')).focus();
  return new Promise(resolve => { answer = resolve; });
}

function field({name, label, type = 'number', value = '', times = 1, step = 1, options}) {
  const around = element('label', label + ' ');
  const made = element(options ? 'select' : 'input', undefined, {name});
  if (options) {
    made.append(...options.map(([of, text]) => element('option', text, {value: of})));
  } else {
    made.type = type;
    made.value = value;
    made.dataset.times = times;
    if (type === 'number') {
      made.min = 0;
      made.step = step;
      made.inputMode = 'decimal';
    } else {
      made.maxLength = 300;
    }
  }
  around.append(made);
  return around;
}

/** Sends an order; what is answered is shown. */
export async function order(what) {
  tell('…', false);
  try {
    const response = await fetch('orders', {
      method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(what),
    });
    if (!response.ok) throw new Error('the console answers ' + response.status);
    const {ok, said: text} = await response.json();
    tell(text, !ok);
  } catch (lost) {
    tell('That did not reach the console: ' + lost.message, true);
  }
}

export function tell(text, isTrouble) {
  said.classList.toggle('trouble', isTrouble);
  say(said, text);
}
