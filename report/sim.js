// Executes the program by hand: the page has every state and every step between them.
function simulate(root) {
  const g = JSON.parse(root.querySelector('.graph-data').textContent), text = (i) => g.texts[i];
  const get = (what) => root.querySelector(what), make = (parent, tag, words, cls) => {
    const e = document.createElement(tag);
    e.textContent = words;
    if (cls) e.className = cls;
    parent.append(e);
    return e;
  };
  const lines = new Map([...root.querySelectorAll('.source [data-line]')].map((li) => [+li.dataset.line, li]));
  const file = get('.source .name')?.title;
  // An execution is a list of states and moves, [{ at, move }]; at is -1 after a run-time error.
  let path = [{ at: 0 }], k = 0;
  const here = () => path[k].at, state = (at) => g.states[at];
  const move = (m) => g.moves[m], tasks = (m) => move(m).tasks.map((t) => g.tasks[t]);
  const events = (m) => move(m).events.map(text);
  const sets = (from, to) => to < 0 ? [] : g.names.slice(0, g.vars).flatMap((name, i) =>
    state(from).v[i] === state(to).v[i] ? [] : [`${name} = ${text(state(to).v[i])}`]);
  const moved = (from, to) => to < 0 ? [] : g.specs.flatMap((name, i) =>
    state(from).q[i] === state(to).q[i] ? [] : [`${name} goes to ${text(state(to).q[i])}`]);
  const bad = (from, to) => to < 0 ? [] : (state(to).b || []).filter((i) => from < 0 || !(state(from).b || []).includes(i)).map((i) => g.specs[i]);
  const steps = () => here() < 0 ? [] : state(here()).s;
  // tell writes a step: who takes it, what happens, what it changes.
  const tell = (parent, from, [to, m]) => {
    make(parent, 'b', tasks(m).join(' with '));
    parent.append(' ');
    events(m).forEach((e, i) => { if (i) parent.append('; '); make(parent, 'code', e); });
    const then = [...sets(from, to).filter((c) => !events(m).includes(c.replaceAll(' ', ''))), ...moved(from, to)];
    if (then.length) make(parent, 'span', ` (${then.join(', ')})`, 'at');
    if (move(m).failed) make(parent, 'span', ' run-time error', 'bad');
    const broken = bad(from, to);
    if (broken.length) make(parent, 'span', ` violates ${broken.join(', ')}`, 'bad');
    if (to >= 0 && state(to).e === 'deadlock') make(parent, 'span', ' leads to a deadlock', 'bad');
  };
  const choices = () => path.slice(1, k + 1).map((p) => move(p.move).choice);
  const address = () => '#sim' + (k ? '-' + choices().join(',') : '');
  const take = (step) => {
    if (path[k + 1]?.at !== step[0] || path[k + 1].move !== step[1]) path = [...path.slice(0, k + 1), { at: step[0], move: step[1] }];
    go(k + 1);
  };
  // follow takes the steps of a list of choices, as far as they can be taken.
  const follow = (list) => {
    path = [{ at: 0 }];
    k = 0;
    for (const c of list) {
      const step = steps().find(([, m]) => move(m).choice === c);
      if (!step) break;
      path.push({ at: step[0], move: step[1] });
      k++;
    }
    draw();
  };
  const go = (n) => {
    k = Math.max(0, Math.min(path.length - 1, n));
    draw();
    history.replaceState(null, '', address());
  };
  const status = (now) => {
    now.replaceChildren();
    if (k) {
      tell(now, path[k - 1].at, [here(), path[k].move]);
      now.append('. ');
    } else now.append('The initial state. ');
    if (here() < 0) return make(now, 'span', 'The execution ends here, in a run-time error.', 'bad');
    const s = state(here());
    if (s.b) make(now, 'span', `Violated: ${s.b.map((i) => g.specs[i]).join(', ')}. `, 'bad');
    if (s.e === 'deadlock') make(now, 'span', 'Deadlock: not all tasks have ended, and none can move.', 'bad');
    const met = path.slice(0, k).findLastIndex((p) => p.at === here());
    if (met >= 0) now.append(`${met ? `This is the state after step ${met}` : 'This is the initial state'} again: the steps since then can be repeated for ever. `);
    if (s.e === 'ended') now.append('The execution has ended: no task can move, and each has ended or rests.');
  };
  const draw = () => {
    const s = here() < 0 ? null : state(here()), from = k ? path[k - 1].at : 0;
    get('.count').textContent = k ? `step ${k}${path.length - 1 > k ? ` of ${path.length - 1}` : ''}` : 'start';
    const disable = (what, yes) => { get(`[data-sim="${what}"]`).disabled = yes; };
    disable('start', k === 0);
    disable('back', k === 0);
    disable('forward', k === path.length - 1);
    disable('random', !steps().length);
    const copy = get('[data-copy]');
    copy.dataset.copy = `${copy.dataset.replay} ${g.schedule}${choices().join(',')}`.trim();
    status(get('.now'));
    get('.next').replaceChildren(...steps().map((step) => {
      const li = document.createElement('li'), b = make(li, 'button', '');
      b.type = 'button';
      tell(b, here(), step);
      b.title = text(move(step[1]).pos);
      b.addEventListener('click', () => take(step));
      return li;
    }));
    if (!steps().length) make(get('.next'), 'p', 'No step can be taken; back goes back.', 'note');
    const waits = s ? g.waits[s.w] : [];
    get('.waiting').replaceChildren(...waits.map((w) => {
      const li = document.createElement('li');
      make(li, 'b', w.task);
      li.append(' waits at ');
      make(li, 'code', w.at);
      if (w.note) li.append(', ' + w.note);
      if (w.for) li.append(', for ' + w.for.join(' or '));
      return li;
    }));
    if (!waits.length) make(get('.waiting'), 'li', 'No task waits.', 'note');
    const fill = (body, rows) => body.replaceChildren(...rows.map(([name, value, before, cls]) => {
      const tr = document.createElement('tr');
      tr.className = cls + (value === before ? '' : ' changed');
      for (const t of [name, value, value === before ? '' : before]) make(tr, 'td', t);
      return tr;
    }));
    const seen = s || state(from);
    fill(get('.vars tbody'), g.names.map((name, i) => [name, text(seen.v[i]), text(state(from).v[i]), '']));
    fill(get('.specs tbody'), g.specs.map((name, i) =>
      [name, text(seen.q[i]) + ((seen.b || []).includes(i) ? ', violated' : ''), text(state(from).q[i]) + ((state(from).b || []).includes(i) ? ', violated' : ''),
        (seen.b || []).includes(i) ? 'error' : '']));
    get('.past').replaceChildren(...path.slice(1).map((p, i) => {
      const li = document.createElement('li'), a = make(li, 'a', '');
      a.href = '#sim-' + path.slice(1, i + 2).map((q) => move(q.move).choice).join(',');
      tell(a, path[i].at, [p.at, p.move]);
      a.addEventListener('click', (e) => { e.preventDefault(); go(i + 1); });
      li.classList.toggle('here', i + 1 === k);
      li.classList.toggle('later', i + 1 > k);
      return li;
    }));
    const standing = new Map(); // line to tasks
    const stand = (pos, names) => {
      const at = /^(.*?):(\d+)(?::\d+)?$/.exec(pos);
      if (!at || at[1] !== file) return;
      const list = standing.get(+at[2]) || new Set();
      for (const name of names) list.add(name);
      standing.set(+at[2], list);
    };
    for (const [, m] of steps()) stand(text(move(m).pos), [tasks(m)[0]]);
    for (const w of waits) stand(w.pos, [w.task]);
    const last = k ? /:(\d+)(?::\d+)?$/.exec(text(move(path[k].move).pos))?.[1] : 0;
    for (const [n, li] of lines) {
      li.classList.toggle('here', n === +last);
      li.querySelector('.who').textContent = [...(standing.get(n) || [])].join(', ');
    }
    const pane = get('.source'), line = lines.get(+last);
    if (pane && line) {
      const p = pane.getBoundingClientRect(), e = line.getBoundingClientRect();
      if (e.top < p.top + 40 || e.bottom > p.bottom - 20) pane.scrollTop += e.top - p.top - p.height / 3;
    }
  };
  const random = () => { const list = steps(); if (list.length) take(list[Math.floor(Math.random() * list.length)]); };
  const act = { start: () => go(0), back: () => go(k - 1), forward: () => go(k + 1), random };
  for (const b of root.querySelectorAll('[data-sim]')) b.addEventListener('click', () => act[b.dataset.sim]());
  const jump = get('select');
  jump.addEventListener('change', () => {
    if (!jump.value) return;
    follow(jump.value.split(':')[2].split(/[,/]/).filter(Boolean));
    history.replaceState(null, '', address());
    jump.value = '';
  });
  draw();
  return {
    follow, address,
    key: (e) => {
      const what = { b: act.back, ArrowLeft: act.back, f: act.forward, ArrowRight: act.forward, r: act.random, Home: act.start }[e.key];
      const step = /^[1-9]$/.test(e.key) && steps()[+e.key - 1];
      if (what) what();
      else if (step) take(step);
      return Boolean(what || step);
    },
    line: (n) => lines.get(n),
  };
}
