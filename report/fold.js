'use strict';
// Folds parts of a chart away: the column of a task becomes narrow, and so do rows in which
// only such tasks move; steps that repeat the round before them become one row that says so.
// Every coordinate of the picture is mapped, column by column and row by row, so that what
// remains keeps its shape. Tasks that do the same (data-alike) are folded from the start, but for the first of
// each group, into a band that is a few pixels wide, and so are the steps own, which only a model takes. It returns
// which step stands for a step: that of the first round, or the one before; that changes where changed is called.
function folder(chart, bar, repeats, own, changed) {
  const pictures = [...chart.querySelectorAll('svg')], main = pictures[0];
  const measures = main?.querySelector('[data-lanes]')?.dataset;
  const lanes = (measures?.lanes || '').split(' ').filter(Boolean).map((s) => s.split(',').map(Number));
  const alone = lanes.length < 3;
  if (alone && !repeats.length && !own.length) return (k) => k;
  const steps = [...main.querySelectorAll('[data-step]')].map((g) => g.dataset.tasks.split(' ').map(Number));
  const places = [...main.querySelectorAll('[data-waits]')].map((g) => [+g.dataset.waits]); // below the steps
  const groups = (measures.alike || '').split(' ').filter(Boolean).map((s) => s.split(',').map(Number));
  const rows = measures.rows.split(' ').map((s) => s.split(',').map(Number));
  const names = lanes.map((_, t) => main.querySelector(`[data-lane="${t}"] title`).textContent);
  const folded = new Set(groups.flatMap((g) => g.slice(1))), like = new Set(folded), thin = 20, low = 6, line = 15;
  const owned = new Set(own);
  let short = repeats.length > 0; // repeated rounds are folded
  let hidden = own.length > 0 && own.length < steps.length; // steps of the model are folded
  const isOwn = (k) => hidden && owned.has(k);
  const inRepeat = (k) => short && repeats.find((r) => r.first <= k && k <= r.last);
  // A notice says how often a round is repeated, and in a few more lines which numbers change, and how; its tooltip
  // says all of it.
  const few = 4, clip = (s) => (s.length > 34 ? s.slice(0, 33) + '…' : s);
  const notes = repeats.map((r) => {
    const svg = (parent, tag, words) => {
      const e = parent.appendChild(document.createElementNS(main.namespaceURI, tag));
      e.textContent = words;
      return e;
    };
    const e = svg(main, 'text', ''), differs = r.differs || [];
    e.setAttribute('class', 'note over rounds');
    const lines = [`… ${r.says}${differs.length ? ', with' : ''}`, ...differs.slice(0, differs.length > few ? few - 1 : few).map(clip)];
    if (differs.length > few) lines.push(`and ${differs.length - few + 1} more numbers that change`);
    lines.forEach((words, i) => svg(e, 'tspan', words).setAttribute('dy', i ? line : 0));
    if (differs.length) svg(e, 'title', differs.join('\n'));
    return e;
  });
  // A band says in the headings how many tasks it is made of.
  const bands = groups.flatMap((g) => pictures.filter((svg) => svg.querySelector('[data-lane]')).map((svg) => {
    const group = g.slice(1), label = document.createElementNS(main.namespaceURI, 'text');
    label.textContent = `+${group.length}`;
    label.setAttribute('class', 'head mid over');
    label.setAttribute('y', svg.querySelector(`[data-lane="${g[0]}"] text`).getAttribute('y'));
    svg.querySelector(`[data-lane="${g[0]}"]`).parentNode.append(label);
    return { group, label };
  }));
  // squeeze maps a coordinate: each interval becomes so long, what is between keeps its length.
  const squeeze = (intervals) => (v) => {
    let less = 0;
    for (const [a, b, length] of intervals) {
      const gone = Math.max(0, b - a - length);
      if (v >= b) less += gone;
      else if (v > a) less += gone * (v - a) / (b - a);
    }
    return v - less;
  };
  const across = { x: 'width', x1: '', x2: '', cx: '' }, down = { y: 'height', y1: '', y2: '', cy: '' };
  const shapes = [];
  for (const svg of pictures) {
    const moved = svg.classList.contains('numbers'); // it has the margin of the page in its coordinates
    for (const e of svg.querySelectorAll('line,rect,text,circle,path')) {
      if (e.closest('defs') || notes.includes(e) || bands.some((b) => b.label === e)) continue;
      const was = {};
      for (const k of ['x', 'x1', 'x2', 'cx', 'width', 'y', 'y1', 'y2', 'cy', 'height', 'd']) if (e.hasAttribute(k)) was[k] = e.getAttribute(k);
      shapes.push({ e, was, moved, whole: e.classList.contains('bg'), heads: svg.classList.contains('heads') });
    }
  }
  const size = pictures.map((svg) => [+svg.getAttribute('width'), +svg.getAttribute('height')]);
  const draw = () => {
    // Beside one that is folded, too, a task of a group is a line of a band.
    const beside = (t) => like.has(t) && folded.has(t - 1) && like.has(t - 1);
    const fx = squeeze([...folded].map((t) => (beside(t) ? [lanes[t - 1][1], lanes[t][1], 2] : [...lanes[t], thin]))
      .sort((a, b) => a[0] - b[0]));
    const who = [...steps, ...places]; // by row
    const high = (tasks, k) => (isOwn(k) || tasks.every((t) => like.has(t)) ? 1 : low);
    const quiet = who.map((tasks, i) => !inRepeat(i + 1) && (isOwn(i + 1) || tasks.every((t) => folded.has(t))));
    const still = steps.map((_, i) => quiet[i] || !!inRepeat(i + 1));
    const gone = short ? repeats.map((r, i) => [rows[r.first - 1][0], rows[r.last - 1][1], 9 + line * notes[i].querySelectorAll('tspan').length]) : [];
    const fy = squeeze([...gone, ...rows.map((r, i) => [...r, high(who[i], i + 1)]).filter((_, i) => quiet[i])]);
    notes.forEach((e, i) => {
      e.style.display = short ? '' : 'none';
      for (const l of e.querySelectorAll('tspan')) l.setAttribute('x', 40);
      if (short) e.setAttribute('y', Math.round(10 * (fy(gone[i][0]) + 16)) / 10);
    });
    bands.forEach(({ group, label }) => {
      label.style.display = group.every((t) => folded.has(t)) ? '' : 'none';
      label.setAttribute('x', fx((lanes[group[0]][0] + lanes[group[group.length - 1]][1]) / 2));
    });
    const far = 1e6, lessX = far - fx(far), lessY = far - fy(far);
    for (const { e, was, moved, whole, heads } of shapes) {
      const set = (k, v) => e.setAttribute(k, Math.round(10 * v) / 10);
      for (const [map, keys] of [[moved ? (v) => v : fx, across], [fy, down]]) {
        for (const [k, long] of Object.entries(keys)) {
          if (!(k in was)) continue;
          set(k, map(+was[k]));
          if (long && long in was) set(long, map(+was[k] + +was[long]) - map(+was[k]));
        }
      }
      if (was.d) e.setAttribute('d', was.d.replace(/([MLCH])([^MLCH]*)/g, (_, c, list) =>
        c + list.trim().split(/[ ,]+/).map((v, i) => Math.round(10 * (c === 'H' || i % 2 === 0 ? fx(+v) : fy(+v))) / 10).join(' ')));
      if (whole) { set('width', +was.width - (moved ? 0 : lessX)); set('height', +was.height - (heads ? 0 : lessY)); }
    }
    pictures.forEach((svg, i) => {
      const w = size[i][0] - (svg.classList.contains('numbers') ? 0 : lessX);
      const h = size[i][1] - (svg.classList.contains('heads') ? 0 : lessY);
      svg.setAttribute('width', w);
      svg.setAttribute('height', h);
      svg.setAttribute('viewBox', `0 0 ${w} ${h}`);
      svg.querySelectorAll('.life').forEach((e, t) => e.classList.toggle('band', folded.has(t) && like.has(t)));
      for (const g of svg.querySelectorAll('[data-lane]')) g.classList.toggle('folded', folded.has(+g.dataset.lane));
      svg.querySelectorAll('[data-step],[data-number]').forEach((g, k) => {
        g.classList.toggle('folded', still[k]);
        g.classList.toggle('half', !still[k] && folded.has(steps[k][0]));
      });
      for (const g of svg.querySelectorAll('[data-waits]')) g.classList.toggle('folded', folded.has(+g.dataset.waits));
      for (const g of svg.querySelectorAll('[data-sent],[data-says]')) {
        const from = +(g.dataset.sent || g.dataset.says) - 1, to = +g.dataset.taken - 1;
        const away = folded.has(steps[from][0]) && (to < 0 || steps[to].every((t) => folded.has(t)));
        g.classList.toggle('folded', away || !!inRepeat(from + 1) || !!inRepeat(to + 1));
      }
    });
    if (alone) return;
    boxes.forEach((b, t) => { if (b) b.checked = !folded.has(t); });
    groups.forEach((g, i) => { sets[i].checked = !g.slice(1).some((t) => folded.has(t)); });
    if (button) button.textContent = like.size && [...like].every((t) => folded.has(t)) ? `show all ${lanes.length} tasks` : 'fold tasks that do the same';
    all.checked = folded.size === 0;
    all.indeterminate = folded.size > 0 && folded.size < lanes.length;
  };
  const box = (name, change) => {
    const label = document.createElement('label'), input = document.createElement('input');
    input.type = 'checkbox';
    input.addEventListener('change', () => { change(input.checked); draw(); changed(); });
    label.append(input, ' ', name);
    bar.append(label);
    return input;
  };
  const turn = (t, shown) => { if (shown) folded.delete(t); else folded.add(t); };
  if (repeats.length) {
    const sum = repeats.reduce((n, r) => n + r.last - r.first + 1, 0);
    box(`equal rounds (${sum} steps)`, (shown) => { short = !shown; });
  }
  if (hidden) box(`steps of the model alone (${own.length})`, (shown) => { hidden = !shown; });
  const first = (k) => {
    const r = inRepeat(k);
    if (r) k = r.first - r.round + (k - r.first) % r.round;
    while (k > 1 && isOwn(k)) k--;
    return k;
  };
  if (alone) {
    draw();
    return first;
  }
  const all = box('all tasks', (shown) => lanes.forEach((_, t) => turn(t, shown)));
  const boxes = names.map((name, t) => (like.has(t) ? null : box(name, (shown) => turn(t, shown))));
  const sets = groups.map((g) => box(`${together(g.slice(1).map((t) => names[t])).join(', ')}: the same as ${names[g[0]]}`,
    (shown) => g.slice(1).forEach((t) => turn(t, shown))));
  const button = groups.length ? bar.insertBefore(document.createElement('button'), bar.firstChild) : null;
  button?.addEventListener('click', () => {
    const shown = [...like].every((t) => folded.has(t));
    for (const t of like) turn(t, shown);
    draw();
    changed();
  });
  for (const g of chart.querySelectorAll('[data-lane]')) {
    g.addEventListener('click', () => { turn(+g.dataset.lane, folded.has(+g.dataset.lane)); draw(); });
  }
  draw();
  return first;
}
