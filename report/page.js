'use strict';
// together writes names that differ in a last index only, one after the other, as one: a[0..3].
function together(names) {
  const out = [];
  const cut = (s) => /^(.*)\[(\d+)\]$/.exec(s) || [s, s, ''];
  for (const [, base, index] of names.map(cut).sort((a, b) => (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : a[2] - b[2]))) {
    const last = out[out.length - 1], n = index === '' ? -1 : +index;
    if (last && n >= 0 && last.base === base && last.to === n - 1) last.to = n;
    else out.push({ base, from: n, to: n });
  }
  return out.map((o) => (o.from < 0 ? o.base : o.from === o.to ? `${o.base}[${o.from}]` : `${o.base}[${o.from}..${o.to}]`));
}
// graphsOf are the graphs of a section: one of few tasks, and perhaps one of all, which takes its place.
function graphsOf(section) {
  const views = [...section.querySelectorAll('.view')], moves = views.map(panZoom);
  const fit = () => moves[views.findIndex((v) => !v.hidden)]?.fit();
  const button = section.querySelector('[data-unfold]');
  button?.addEventListener('click', () => {
    for (const v of views) v.hidden = !v.hidden;
    [button.textContent, button.dataset.unfold] = [button.dataset.unfold, button.textContent];
    fit();
  });
  const show = (g) => { const i = views.findIndex((v) => v.contains(g)); if (!views[i].hidden) moves[i].show(g); };
  return { views, fit, show };
}
// Walks through executions. Text from the program enters the page by
// textContent only.
function walk(root) {
  const section = root.closest('.result');
  const data = JSON.parse(root.querySelector('.data').textContent);
  const n = data.steps.length;
  // Of an execution that goes on for ever, steps entry to n are its loop; else entry is after n.
  const entry = n + 1 - (data.loop || 0);
  const next = root.querySelector('[data-go="next"]');
  const slider = root.querySelector('input'), count = root.querySelector('.count'), now = root.querySelector('.now');
  const chart = root.querySelector('.pane.chart'), source = root.querySelector('.pane.source');
  const body = root.querySelector('.vars tbody');
  const heads = chart.querySelector('.heads');
  const marks = [...chart.querySelectorAll('[data-step]')];
  const numbers = [...chart.querySelectorAll('[data-number]')];
  chart.addEventListener('scroll', () => chart.classList.toggle('aside', chart.scrollLeft > 0));
  const sent = [...chart.querySelectorAll('[data-sent]')], says = [...chart.querySelectorAll('[data-says]')];
  const lines = new Map();
  if (source) for (const li of source.querySelectorAll('[data-line]')) lines.set(+li.dataset.line, li);
  const graphs = graphsOf(section);
  const stands = [...section.querySelectorAll('.automaton [data-state]')], edges = [...section.querySelectorAll('.automaton [data-edge]')];
  const nodes = [];
  for (const v of graphs.views) for (const g of v.querySelectorAll('[data-steps]')) for (const s of g.dataset.steps.split(' ')) (nodes[+s] ||= []).push(g);

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
  // link leads to a step of this execution.
  const link = (parent, words, k) => { text(parent, 'a', words).href = `#${section.id}-${k}`; };
  const row = (name, value, before, cls, read) => {
    const tr = document.createElement('tr');
    const id = text(tr, 'td', name);
    if (name.includes("'")) id.title = 'another variable of the same name';
    text(tr, 'td', value);
    text(tr, 'td', value === before ? '' : before);
    const from = text(tr, 'td', '');
    if (read) origin(from, read);
    tr.className = cls + (value === before ? '' : ' changed') + (read ? ' read' : '');
    body.append(tr);
  };
  // origin says where a value that is read comes from, as far as that is known.
  const origin = (parent, read) => {
    if (read.step > 0) link(parent, `written in step ${read.step}`, read.step);
    else parent.append(read.step === 0 ? 'as at the start' : 'yes');
  };
  const drawn = folder(chart, root.querySelector('.fold'), data.repeats || [], data.own || [], () => { const k = at; at = -1; go(k, round); });
  // steady: a round of the loop leaves the property in the state in which it found it.
  const steady = states[n] === states[entry - 1];
  let at = -1, round = 1; // round: of the loop, from 1
  // again is a value that is read in a later round: what wrote it is known if that is in the round.
  const again = (r) => (round > 1 && r.step < entry ? { ...r, step: -1 } : r);
  const forever = () => (entry === n ? `step ${n} is` : `steps ${entry} to ${n} are`) + ' repeated for ever';
  const opening = () => {
    const lead = entry > n ? n : entry - 1, one = lead === 1;
    const where = entry <= n ? 'the loop' : data.fine ? '' : 'the violation';
    const far = lead === 0 ? 'The loop begins at once' : `${lead} step${one ? '' : 's'} ${where ? (one ? 'leads' : 'lead') + ' to ' + where : one ? 'follows' : 'follow'}`;
    return `Before the first step. ${far}${entry <= n ? ': ' + forever() : ''}; go on with the button or the → key.`;
  };
  const go = (k, turn = 1) => {
    k = Math.max(0, Math.min(n, k));
    if (k < entry) turn = 1;
    if (k === at && turn === round) return;
    if (at >= 0) history.replaceState(null, '', `#${section.id}-${k}`);
    at = k;
    round = turn;
    const before = round > 1 && k === entry ? n : Math.max(0, k - 1), step = k > 0 ? data.steps[k - 1] : null;
    slider.value = k;
    count.textContent = k === 0 ? 'start' : `step ${k} of ${n}${k >= entry ? `, round ${round} of the loop` : ''}`;
    root.dataset.at = k;
    const from = root.querySelector('.from'), choices = (data.schedule || '').split(':')[2];
    if (from) from.href = '#sim' + (k ? '-' + choices.split(/[,/]/).filter(Boolean).slice(0, k).join(',') : '');
    for (const b of root.querySelectorAll('[data-go]')) {
      b.disabled = k === 0 && (b.dataset.go === 'first' || b.dataset.go === 'prev') ||
        k === n && (b.dataset.go === 'last' || b.dataset.go === 'next' && entry > n);
    }
    next.textContent = k === n && entry <= n ? 'again ↻' : 'next ▶';
    next.title = k === n && entry <= n ? `the loop again, from step ${entry} (→, j, space)` : 'next step (→, j, space)';
    chart.querySelector('.loop')?.classList.toggle('turning', k >= entry);
    now.replaceChildren();
    if (!step) now.append(opening());
    else {
      if (k === entry) text(now, 'span', round === 1 ? `Here the loop begins: ${forever()}. ` : `The loop again, round ${round}. `, 'turn');
      text(now, 'b', step.task);
      const others = (step.tasks || []).filter((t) => t !== step.task);
      now.append(others.length ? ` together with ${others.join(', ')}: ` : ': ');
      const events = step.events || [step.event];
      (step.text ? [step.text] : events).forEach((e, i) => {
        if (i) now.append('; ');
        text(now, 'code', e);
      });
      const reads = (step.reads || []).map(again);
      reads.forEach((r, i) => {
        now.append(i ? ', ' : step.text ? ', with ' : ', where ');
        text(now, 'code', `${r.name} = ${r.value}`);
        if (r.step < 0) return;
        now.append(' (');
        origin(now, r);
        now.append(')');
      });
      const changes = (step.vars || []).map((v) => `${v.name} = ${v.value}`)
        .filter((c) => !events.some((e) => c.replaceAll(' ', '') === e.replaceAll(' ', '')));
      if (changes.length) now.append(`${reads.length ? ';' : ','} sets ${changes.join(', ')}`);
      for (const m of step.sends || []) {
        now.append('; ');
        text(now, 'code', m.message);
        now.append(m.step ? ' is ' : ' is not taken yet');
        if (m.step) link(now, `taken in step ${m.step}`, m.step);
      }
      data.steps.forEach((s, i) => {
        for (const m of s.sends || []) {
          if (m.step !== k) continue;
          now.append('; ');
          text(now, 'code', m.message);
          now.append(' was ');
          link(now, `sent in step ${i + 1}`, i + 1);
        }
      });
      if (step.state && (round === 1 || steady)) now.append(`; the property goes from ${states[before]} to ${step.state}`);
      now.append('. ');
      text(now, 'span', step.at, 'at').title = step.pos;
      if (step.text && step.event.includes('==')) {
        text(now, 'span', ' · for properties: ', 'at');
        text(now, 'code', step.event, 'at');
      }
      if (k === n) text(now, 'span', ' ' + (section.querySelector('.wrong')?.textContent || '').replace(/:$/, '.'), 'bad');
    }
    body.replaceChildren();
    if (states[k] && (round === 1 || steady)) row('property', states[k], states[before], 'property' + (states[k] === 'error' ? ' error' : ''));
    const read = new Map((step?.reads || []).map(again).map((r) => [r.name, r]));
    if (!data.path) for (const name of names) row(name, values[k].get(name) ?? '', values[before].get(name) ?? '', '', read.get(name));
    for (const o of data.objects) row(o.name, o.values[k] ?? '', o.values[before] ?? '', 'object');
    if (data.path) text(body.insertRow(), 'td', 'values are known of executions only, not of paths', 'note').colSpan = 4;
    if (data.untouched) text(body.insertRow(), 'td', `${data.untouched} more, which no step touches`, 'note').colSpan = 4;
    if (!body.children.length) row('no variables', '', '', '');
    const table = body.closest('.pane');
    keep(table, body.querySelector('.read'), 24);
    keep(table, body.querySelector('.changed'), 24);
    const wrote = new Set([...read.values()].map((r) => r.step));
    marks.forEach((g, i) => g.classList.toggle('wrote', wrote.has(i + 1)));
    for (const list of [marks, numbers]) {
      list.forEach((g, i) => {
        g.classList.toggle('here', i + 1 === drawn(k));
        g.classList.toggle('later', i + 1 > k);
      });
    }
    for (const g of says) g.classList.toggle('later', +g.dataset.says > k);
    for (const g of sent) {
      const from = +g.dataset.sent, to = +g.dataset.taken;
      g.firstChild.classList.toggle('later', from > k);
      g.firstChild.classList.toggle('flying', from <= k && (to === 0 || to > k));
    }
    if (k > 0) keep(chart, marks[drawn(k) - 1]); else chart.scrollTop = chart.scrollLeft = 0;
    const standing = new Map(); // task to the line of its latest step
    const seen = new Set();
    for (const s of data.steps.slice(0, k)) {
      seen.add(s.line);
      if (s.other) seen.add(s.other);
      for (const t of new Set([s.task, ...(s.tasks || [])])) standing.set(t, t !== s.task && s.other || s.line);
    }
    for (const [line, li] of lines) {
      li.classList.toggle('here', !!step && (line === step.line || line === step.other));
      li.classList.toggle('seen', seen.has(line));
      li.querySelector('.who').textContent = together([...standing].filter(([, l]) => l === line).map(([t]) => t)).join(', ');
    }
    const known = round === 1 || steady; // the state of the property
    for (const g of stands) g.classList.toggle('here', known && g.dataset.state === states[k]);
    for (const g of edges) g.classList.toggle('took', known && k > 0 && !!step.state && g.dataset.edge === `${states[before]}\n${states[k]}`);
    const line = (step || data.steps[0])?.line;
    if (step?.other && lines.has(step.other)) keep(source, lines.get(step.other));
    if (lines.has(line)) keep(source, lines.get(line));
    for (const g of section.querySelectorAll('.view .now-here')) g.classList.remove('now-here');
    for (const g of nodes[k] || []) { g.classList.add('now-here'); graphs.show(g); }
  };
  // keep scrolls a pane, and nothing else, so that an element can be seen, with
  // some room around it. Of a step of the chart, which reaches from side to side,
  // what happens is to be seen.
  const keep = (pane, element, margin = 90) => {
    if (!pane || !element) return;
    const p = pane.getBoundingClientRect(), e = element.getBoundingClientRect(), room = Math.min(margin, p.height / 4);
    const head = pane === chart && heads ? heads.getBoundingClientRect().height : 0, top = p.top + Math.max(room, head);
    if (e.top < top) pane.scrollTop += e.top - top;
    else if (e.bottom > p.bottom - room) pane.scrollTop += e.bottom - p.bottom + room;
    if (pane !== chart) return;
    const parts = [...element.querySelectorAll('.n, .msg')].map((x) => x.getBoundingClientRect());
    if (!parts.length) return;
    const left = Math.min(...parts.map((r) => r.left)) - 56, right = Math.max(...parts.slice(0, 1).map((r) => r.right)) + 40;
    if (left < p.left) pane.scrollLeft += left - p.left;
    else if (right > p.right) pane.scrollLeft += Math.min(right - p.right, left - p.left);
  };
  // show scrolls the window, as far as needed, to the step and its source line;
  // where they stand one above the other, to the chart.
  const where = root.querySelector('.where'), panes = root.querySelector('.panes');
  const show = () => {
    const narrow = getComputedStyle(panes).gridTemplateColumns.split(' ').length < 2;
    for (const e of narrow ? [chart] : [source?.querySelector('li.here'), marks[drawn(at) - 1]]) {
      if (!e) continue;
      const r = e.getBoundingClientRect(), top = where.offsetHeight + 8;
      if (r.bottom > innerHeight - 16) scrollBy(0, Math.min(r.bottom - innerHeight + 16, r.top - top));
      else if (r.top < top) scrollBy(0, r.top - top);
    }
  };
  const to = (k, turn) => { go(k, turn); show(); };
  const jump = {
    first: () => go(0),
    prev: () => (at === entry && round > 1 ? to(n, round - 1) : to(at - 1, round)),
    next: () => (at === n && entry <= n ? to(entry, round + 1) : to(at + 1, round)),
    last: () => to(n),
  };
  for (const b of root.querySelectorAll('[data-go]')) b.addEventListener('click', () => jump[b.dataset.go]());
  slider.addEventListener('input', () => go(+slider.value));
  for (const list of [marks, numbers]) list.forEach((g, i) => g.addEventListener('click', () => to(i + 1)));
  go(0);
  return { go, to, jump, at: () => at, line: (k) => { if (lines.has(k)) { keep(source, lines.get(k)); return lines.get(k); } }, refit: graphs.fit };
}
document.body.classList.remove('plain');
const walks = new Map(), pictures = new Map();
const rows = [...document.querySelectorAll('.verdicts tr[data-result]')];
let current = null, hand = null; // the walk that is shown; the execution by hand
const byHand = document.getElementById('sim');
function choose(id) {
  if (!id) return;
  for (const s of document.querySelectorAll('.result')) s.toggleAttribute('data-later', s.dataset.result !== id);
  for (const r of rows) r.classList.toggle('chosen', r.dataset.result === id);
  const section = document.querySelector(`.result[data-result="${CSS.escape(id)}"]`), root = section.querySelector('[data-walk]');
  current = null;
  if (section === byHand) {
    hand ||= simulate(section);
  } else if (root) {
    if (!walks.has(id)) walks.set(id, walk(root));
    current = walks.get(id);
    current.refit();
  } else {
    if (!pictures.has(id)) pictures.set(id, graphsOf(section));
    pictures.get(id).fit();
  }
}
for (const r of rows) {
  r.addEventListener('click', (e) => {
    e.preventDefault();
    choose(r.dataset.result);
    history.replaceState(null, '', '#r' + r.dataset.result);
  });
}
const help = document.querySelector('dialog.help');
addEventListener('keydown', (e) => {
  if (e.key === '?' && !e.target.matches('input[type=search],select')) {
    if (help.open) help.close(); else help.showModal();
    return;
  }
  if (help.open) return;
  const shown = byHand && !byHand.hasAttribute('data-later');
  if (!current && !shown || e.target.matches('input[type=search],input[type=checkbox],select') || e.ctrlKey || e.metaKey || e.altKey || e.target.closest('summary,a,button') && (e.key === ' ' || e.key === 'Enter')) return;
  if (e.target.matches('input') && e.key.startsWith('Arrow')) return; // the slider moves itself
  if (shown) {
    if (hand.key(e)) e.preventDefault();
    return;
  }
  const what = { ArrowRight: 'next', j: 'next', n: 'next', ' ': 'next', ArrowLeft: 'prev', k: 'prev', p: 'prev', Home: 'first', End: 'last' }[e.key];
  if (!what) return;
  e.preventDefault();
  current.jump[what]();
});
// follow goes where the address says: #r2 is the second result, #r2-7 its step
// 7, #r2-0 its start, #r2-L12 line 12 of the source beside it; #sim-4.1,7 is an execution by
// hand, by its choices. A link to a step of the result that is shown leaves the
// page where it is.
function follow() {
  for (const li of document.querySelectorAll('.source li.sought')) li.classList.remove('sought');
  const by = byHand && /^#sim(?:-(L?)([\d.,]+))?$/.exec(location.hash);
  if (by) {
    choose('sim');
    const line = by[1] && hand.line(+by[2]);
    if (line) {
      line.classList.add('sought');
      line.scrollIntoView({ block: 'center' });
    } else hand.follow(by[2] && !by[1] ? by[2].split(',') : []);
    return true;
  }
  const wanted = /^#r(\d+)(?:-(L?)(\d+))?$/.exec(location.hash), section = wanted && document.getElementById('r' + wanted[1]);
  if (!section) return false;
  const other = section.hasAttribute('data-later');
  if (other || !current) choose(section.dataset.result);
  const line = wanted[2] && current?.line(+wanted[3]);
  if (line) {
    line.classList.add('sought');
    line.scrollIntoView({ block: 'center' });
  } else if (wanted[3] && !wanted[2] && current) current.to(+wanted[3]);
  else section.scrollIntoView();
  return true;
}
addEventListener('hashchange', follow);
choose(document.querySelector('.result:not([data-later])')?.dataset.result);
follow();
// Paper shows what is folded away.
let folded = [];
addEventListener('beforeprint', () => {
  folded = [...document.querySelectorAll('details:not([open])')];
  for (const d of folded) d.open = true;
});
addEventListener('afterprint', () => { for (const d of folded) d.open = false; });
