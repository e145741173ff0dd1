'use strict';
(() => {
  const root = document.documentElement;
  root.classList.add('script');
  const data = JSON.parse(document.getElementById('chart-data').textContent);
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  const spans = [60, 300, 900, 1800, 3600, 10800, 21600, 43200].concat([1, 2, 7, 28, 91, 365, 3650, 36500].map(days => days * 86400))
    .filter(span => span >= data.width);
  const middles = Array.from({length: data.slots}, (_, i) => data.begin + (i + 0.5) * data.width);
  const two = number => String(number).padStart(2, '0');
  const utc = seconds => new Date(seconds * 1000);
  const day = date => date.getUTCDate() + ' ' + months[date.getUTCMonth()];
  const clock = date => two(date.getUTCHours()) + ':' + two(date.getUTCMinutes());
  const colour = name => getComputedStyle(root).getPropertyValue(name).trim();
  const short = number => Math.abs(number) >= 1e9 ? number / 1e9 + 'G' : Math.abs(number) >= 1e6 ? number / 1e6 + 'M'
    : Math.abs(number) >= 1e3 ? number / 1e3 + 'k' : String(number);

  /* The time where it changes alone, with the day where that does. */
  function times(splits, step) {
    let before = '';
    return splits.map(split => {
      const date = utc(split);
      const today = day(date) + (step >= 28 * 86400 ? ' ' + date.getUTCFullYear() : '');
      if (step >= 86400) return today;
      const label = today === before ? clock(date) : clock(date) + '\n' + today;
      before = today;
      return label;
    });
  }

  /* Each series on top of those before it; the highest is drawn first, and the others over it. */
  function stacked(series) {
    const sums = new Array(data.slots).fill(0);
    return series.map(each => each.values.map((value, i) => sums[i] += value)).reverse();
  }

  function chart(name, series) {
    const host = document.getElementById('chart-' + name);
    const readout = document.getElementById('readout-' + name);
    if (!host) return () => {};
    const say = plot => {
      const i = plot.cursor.idx;
      if (i === null || i === undefined) { readout.textContent = ''; return; }
      const date = utc(data.begin + i * data.width);
      const parts = series.filter(each => each.values[i] > 0)
        .map(each => each.values[i].toLocaleString('en') + ' ' + each.name);
      readout.textContent = day(date) + ' ' + date.getUTCFullYear() + (data.width < 86400 ? ' ' + clock(date) : '')
        + ': ' + (parts.join(', ') || 'nothing');
    };
    let plot;
    const draw = () => {
      if (plot) plot.destroy();
      const axis = {
        stroke: colour('--muted'), font: '12px system-ui, sans-serif', ticks: {show: false},
        grid: {stroke: colour('--line'), width: 1},
      };
      const bars = uPlot.paths.bars({size: [0.8, 48], radius: 0});
      plot = new uPlot({
        width: host.clientWidth, height: host.clientHeight, padding: [8, 24, 0, 0], legend: {show: false},
        cursor: {y: false, drag: {x: false, y: false}, points: {show: false}},
        tzDate: seconds => uPlot.tzDate(utc(seconds), 'Etc/UTC'),
        scales: {
          x: {range: () => [data.begin, data.begin + data.slots * data.width]},
          y: {range: (_, least, most) => [0, Math.max(1, most * 1.05)]},
        },
        axes: [
          {...axis, grid: {show: false}, incrs: spans, size: (_, labels) => labels && labels.some(label => label.includes('\n')) ? 44 : 28, space: 80, values: (_, splits, at, space, step) => times(splits, step)},
          {...axis, size: 52, incrs: steps(), values: (_, splits) => splits.map(short)},
        ],
        series: [{}].concat(series.slice().reverse().map(each => ({
          fill: colour('--c-' + each.style), stroke: colour('--c-' + each.style), width: 0, paths: bars, points: {show: false},
        }))),
        hooks: {setCursor: [say]},
      }, [middles].concat(stacked(series)), host);
    };
    draw();
    new ResizeObserver(() => {
      if (plot.width !== host.clientWidth) plot.setSize({width: host.clientWidth, height: host.clientHeight});
    }).observe(host);
    return draw;
  }

  /* Whole numbers only: 1, 2 and 5 times the powers of ten. */
  function steps() {
    return Array.from({length: 16}, (_, power) => [1, 2, 5].map(digit => digit * 10 ** power)).flat();
  }

  const redraw = [chart('runs', data.runs), chart('tokens', data.tokens)];
  const again = () => redraw.forEach(draw => draw());
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again);
  /* Paper is white. */
  addEventListener('beforeprint', () => { root.classList.add('print'); again(); });
  addEventListener('afterprint', () => { root.classList.remove('print'); again(); });

  const all = document.getElementById('open-all');
  if (all) {
    all.addEventListener('click', () => {
      const stories = Array.from(document.querySelectorAll('details.story'));
      const open = stories.some(story => !story.open);
      stories.forEach(story => { story.open = open; });
      all.textContent = open ? 'Close all timelines' : 'Open all timelines';
    });
  }
})();
