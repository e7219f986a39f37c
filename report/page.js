'use strict';
// Walks through executions. Text from the program enters the page by
// textContent only.
function walk(root) {
  const section = root.closest('.result');
  const data = JSON.parse(root.querySelector('.data').textContent);
  const n = data.steps.length;
  const slider = root.querySelector('input'), count = root.querySelector('.count'), now = root.querySelector('.now');
  const chart = root.querySelector('.pane.chart'), source = root.querySelector('.pane.source');
  const body = root.querySelector('.vars tbody');
  const marks = [...chart.querySelectorAll('[data-step]')];
  const sent = [...chart.querySelectorAll('[data-sent]')];
  const lines = new Map();
  if (source) for (const li of source.querySelectorAll('[data-line]')) lines.set(+li.dataset.line, li);
  const picture = section.querySelector('.view');
  const moves = picture ? panZoom(picture) : null;
  const nodes = [];
  if (picture) for (const g of picture.querySelectorAll('[data-steps]')) for (const s of g.dataset.steps.split(' ')) (nodes[+s] ||= []).push(g);

  // values[k] is the state after step k.
  const names = data.vars.map((v) => v.name);
  const values = [new Map(data.vars.map((v) => [v.name, v.value]))];
  const states = [data.state];
  for (const s of data.steps) {
    const next = new Map(values[values.length - 1]);
    for (const v of s.vars || []) {
      if (!next.has(v.name)) names.push(v.name);
      next.set(v.name, v.value);
    }
    values.push(next);
    states.push(s.state || states[states.length - 1]);
  }
  const text = (parent, tag, value, cls) => {
    const e = document.createElement(tag);
    e.textContent = value;
    if (cls) e.className = cls;
    parent.append(e);
    return e;
  };
  const row = (name, value, before, cls) => {
    const tr = document.createElement('tr');
    text(tr, 'td', name);
    text(tr, 'td', value);
    text(tr, 'td', value === before ? '' : before);
    tr.className = cls + (value === before ? '' : ' changed');
    body.append(tr);
  };
  let at = -1;
  const go = (k) => {
    k = Math.max(0, Math.min(n, k));
    if (k === at) return;
    if (at >= 0) history.replaceState(null, '', `#${section.id}-${k}`);
    at = k;
    const before = Math.max(0, k - 1), step = k > 0 ? data.steps[k - 1] : null;
    slider.value = k;
    count.textContent = k === 0 ? 'start' : `step ${k} of ${n}`;
    root.dataset.at = k;
    for (const b of root.querySelectorAll('[data-go]')) {
      b.disabled = k === 0 && (b.dataset.go === 'first' || b.dataset.go === 'prev') ||
        k === n && (b.dataset.go === 'last' || b.dataset.go === 'next');
    }
    now.replaceChildren();
    if (!step) now.append(`Before the first step. ${n} step${n === 1 ? '' : 's'} lead to the violation; go on with the button or the → key.`);
    else {
      text(now, 'b', step.task);
      const others = (step.tasks || []).filter((t) => t !== step.task);
      now.append(others.length ? ` together with ${others.join(', ')}: ` : ': ');
      text(now, 'code', step.event);
      const changes = (step.vars || []).map((v) => `${v.name} = ${v.value}`).filter((c) => c.replaceAll(' ', '') !== step.event.replaceAll(' ', ''));
      if (changes.length) now.append(`, sets ${changes.join(', ')}`);
      for (const m of step.sends || []) now.append(m.step ? `; taken in step ${m.step}` : '; not taken yet');
      const from = data.steps.flatMap((s, i) => (s.sends || []).some((m) => m.step === k) ? [i + 1] : []);
      if (from.length) now.append(`; sent in step ${from.join(', ')}`);
      if (step.state) now.append(`; the property goes from ${states[before]} to ${step.state}`);
      now.append('. ');
      text(now, 'span', step.pos, 'at');
      if (k === n) text(now, 'span', ' ' + (section.querySelector('.wrong')?.textContent || ''), 'bad');
    }
    body.replaceChildren();
    if (states[k]) row('property', states[k], states[before], 'property' + (states[k] === 'error' ? ' error' : ''));
    for (const name of names) row(name, values[k].get(name) ?? '', values[before].get(name) ?? '', '');
    for (const o of data.objects) row(o.name, o.values[k] ?? '', o.values[before] ?? '', 'object');
    if (data.untouched) text(body.insertRow(), 'td', `${data.untouched} more, which no step touches`, 'note').colSpan = 3;
    if (!body.children.length) row('no variables', '', '', '');
    body.querySelector('.changed')?.scrollIntoView({ block: 'nearest' });
    marks.forEach((g, i) => {
      g.classList.toggle('here', i + 1 === k);
      g.classList.toggle('later', i + 1 > k);
    });
    for (const g of sent) {
      const from = +g.dataset.sent, to = +g.dataset.taken;
      g.firstChild.classList.toggle('later', from > k);
      g.firstChild.classList.toggle('flying', from <= k && (to === 0 || to > k));
    }
    if (k > 0) keep(chart, marks[k - 1]); else chart.scrollTop = 0;
    const where = new Map(); // task to the line of its latest step
    const seen = new Set();
    for (const s of data.steps.slice(0, k)) {
      seen.add(s.line);
      if (s.other) seen.add(s.other);
      for (const t of new Set([s.task, ...(s.tasks || [])])) where.set(t, t !== s.task && s.other || s.line);
    }
    for (const [line, li] of lines) {
      li.classList.toggle('here', !!step && (line === step.line || line === step.other));
      li.classList.toggle('seen', seen.has(line));
      li.querySelector('.who').textContent = [...where].filter(([, l]) => l === line).map(([t]) => t).join(', ');
    }
    const line = (step || data.steps[0])?.line;
    if (step?.other && lines.has(step.other)) keep(source, lines.get(step.other));
    if (lines.has(line)) keep(source, lines.get(line));
    if (picture) {
      for (const g of picture.querySelectorAll('.now-here')) g.classList.remove('now-here');
      for (const g of nodes[k] || []) { g.classList.add('now-here'); moves?.show(g); }
    }
  };
  // keep scrolls a pane, and nothing else, so that an element can be seen.
  const keep = (pane, element) => {
    if (!pane || !element) return;
    const p = pane.getBoundingClientRect(), e = element.getBoundingClientRect(), room = Math.min(90, p.height / 4);
    if (e.top < p.top + room) pane.scrollTop += e.top - p.top - room;
    else if (e.bottom > p.bottom - room) pane.scrollTop += e.bottom - p.bottom + room;
  };
  // show scrolls the window, as far as needed, to the step and its source line.
  const show = () => {
    const li = source?.querySelector('li.here');
    for (const e of [li, marks[at - 1]]) {
      if (!e) continue;
      const r = e.getBoundingClientRect();
      if (r.bottom > innerHeight - 16) scrollBy(0, r.bottom - innerHeight + 16);
      else if (r.top < 0) scrollBy(0, r.top - 16);
    }
  };
  const to = (k) => { go(k); show(); };
  const jump = { first: () => go(0), prev: () => to(at - 1), next: () => to(at + 1), last: () => to(n) };
  for (const b of root.querySelectorAll('[data-go]')) b.addEventListener('click', () => jump[b.dataset.go]());
  slider.addEventListener('input', () => go(+slider.value));
  marks.forEach((g, i) => g.addEventListener('click', () => to(i + 1)));
  go(0);
  return { go, to, jump, at: () => at, refit: () => { if (moves) moves.fit(); } };
}
document.body.classList.remove('plain');
const walks = new Map(), pictures = new Map();
const rows = [...document.querySelectorAll('.verdicts tr[data-result]')];
let current = null;
function choose(id, scroll) {
  for (const s of document.querySelectorAll('.result')) s.toggleAttribute('data-later', s.dataset.result !== id);
  for (const r of rows) r.classList.toggle('chosen', r.dataset.result === id);
  const section = document.querySelector(`.result[data-result="${CSS.escape(id)}"]`), root = section.querySelector('[data-walk]');
  current = null;
  if (root) {
    if (!walks.has(id)) walks.set(id, walk(root));
    current = walks.get(id);
    current.refit();
  } else {
    const view = section.querySelector('.view');
    if (view && !pictures.has(id)) pictures.set(id, panZoom(view));
    pictures.get(id)?.fit();
  }
  if (scroll) section.scrollIntoView();
}
for (const r of rows) {
  r.addEventListener('click', (e) => {
    e.preventDefault();
    choose(r.dataset.result, false);
    history.replaceState(null, '', '#r' + r.dataset.result);
  });
}
addEventListener('keydown', (e) => {
  if (!current || e.ctrlKey || e.metaKey || e.altKey || e.target.closest('summary,a,button') && (e.key === ' ' || e.key === 'Enter')) return;
  if (e.target.matches('input') && e.key.startsWith('Arrow')) return; // the slider moves itself
  const what = { ArrowRight: 'next', j: 'next', n: 'next', ' ': 'next', ArrowLeft: 'prev', k: 'prev', p: 'prev', Home: 'first', End: 'last' }[e.key];
  if (!what) return;
  e.preventDefault();
  current.jump[what]();
});
{
  // #r2-7 is step 7 of the result 2.
  const wanted = /^#r(\d+)(?:-(\d+))?$/.exec(location.hash);
  const open = wanted && document.getElementById('r' + wanted[1]) || document.querySelector('.result:not([data-later])');
  if (open) choose(open.dataset.result, false);
  if (wanted && wanted[2] && current) current.to(+wanted[2]);
}
