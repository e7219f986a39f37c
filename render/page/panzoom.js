'use strict';
// Moves and enlarges the picture in an element; clicks on nodes light their
// neighbourhood.
function panZoom(view) {
  const svg = view.querySelector('svg');
  if (!svg) return null;
  const w = svg.width.baseVal.value, h = svg.height.baseVal.value;
  let x = 0, y = 0, k = 1;
  const apply = () => { svg.style.transform = `translate(${x}px,${y}px) scale(${k})`; };
  // fit shows all of it, or unless all is wanted, enough to be read.
  const fit = (all) => {
    if (!view.classList.contains('whole')) view.style.height = Math.min(innerHeight * 0.7, 12 + h * Math.min(1, view.clientWidth / w)) + 'px';
    const r = view.getBoundingClientRect();
    if (!r.width || !r.height) return;
    k = Math.min(r.width / w, r.height / h, 1);
    if (!all && k < 0.45) k = 0.62;
    x = (r.width - w * k) / 2;
    y = Math.max(0, (r.height - h * k) / 2);
    apply();
  };
  const zoom = (f, cx, cy) => {
    const next = Math.min(8, Math.max(0.02, k * f));
    f = next / k;
    x = cx - (cx - x) * f;
    y = cy - (cy - y) * f;
    k = next;
    apply();
  };
  const centre = (f) => { const r = view.getBoundingClientRect(); zoom(f, r.width / 2, r.height / 2); };
  view.addEventListener('wheel', (e) => {
    if (view.dataset.wheel === 'ctrl' && !e.ctrlKey) return;
    e.preventDefault();
    const r = view.getBoundingClientRect();
    zoom(Math.exp(-e.deltaY * 0.0015), e.clientX - r.left, e.clientY - r.top);
  }, { passive: false });
  let from = null, moved = false;
  view.addEventListener('pointerdown', (e) => {
    if (e.button === 0) { from = [e.clientX - x, e.clientY - y]; moved = false; }
  });
  view.addEventListener('pointermove', (e) => {
    if (!from) return;
    const nx = e.clientX - from[0], ny = e.clientY - from[1];
    if (!moved && Math.abs(nx - x) + Math.abs(ny - y) < 4) return;
    if (!moved) view.setPointerCapture(e.pointerId);
    moved = true;
    x = nx; y = ny;
    apply();
  });
  for (const end of ['pointerup', 'pointercancel']) view.addEventListener(end, () => { from = null; });
  view.addEventListener('keydown', (e) => {
    const move = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[e.key];
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (move) { x += move[0]; y += move[1]; apply(); }
    else if (e.key === '+' || e.key === '=') centre(1.25);
    else if (e.key === '-') centre(0.8);
    else if (e.key === '0') fit(true);
    else if (e.key === 'Escape') pick(null);
    else return;
    e.preventDefault();
    e.stopPropagation();
  });
  // Edges in cables are drawn when a node of theirs is picked. wires lists them by
  // node: the other node, the class of the line, and which ends have arrows.
  let wires = null;
  const read = () => {
    wires = new Map();
    const add = (a, b, style, end) => {
      if (!wires.has(a)) wires.set(a, new Map());
      const key = b + ' ' + style, w = wires.get(a);
      if (!w.has(key)) w.set(key, { other: b, style, start: false, end: false });
      w.get(key)[end] = true;
    };
    for (const n of svg.querySelectorAll('[data-out]')) for (const part of n.dataset.out.split(';')) {
      const [style, ids] = part.split(':');
      for (const to of ids.split(' ')) { add(n.dataset.node, to, style, 'end'); add(to, n.dataset.node, style, 'start'); }
    }
  };
  // A comparison has the nodes twice, before edges are removed and after.
  const graphs = [...new Set([...svg.querySelectorAll('[data-node]')].map((n) => n.parentNode))];
  const singles = graphs.map(() => document.createElementNS(svg.namespaceURI, 'g'));
  const draw = (k, from, w) => {
    const box = (id) => graphs[k].querySelector(`[data-node="${id}"]:not(.again)`).querySelector('rect,circle').getBBox();
    const a = box(from), b = box(w.other);
    const shift = { m: -3, x0: 3, x1: 6 }[w.style] || 0; // lines of several kinds may join the same nodes
    const ay = a.y + a.height / 2 + shift, by = b.y + b.height / 2 + shift;
    let ax = a.x + a.width, bx = b.x, out = 1, into = -1;
    if (b.x + b.width + 8 < a.x) { ax = a.x; bx = b.x + b.width; out = -1; into = 1; }
    else if (bx < ax + 8) { bx = b.x + b.width; into = 1; }
    const bow = out === into ? 40 + Math.min(60, Math.abs(by - ay) / 6) : Math.max(26, Math.min(140, Math.abs(bx - ax) / 2.6));
    const path = document.createElementNS(svg.namespaceURI, 'path');
    path.setAttribute('class', (w.style[0] === 'x' ? 'x ' : '') + w.style + ' near');
    path.setAttribute('d', `M${ax} ${ay}C${ax + out * bow} ${ay} ${bx + into * bow} ${by} ${bx} ${by}`);
    const marker = svg.querySelector(`marker[id$="a${w.style}"]`);
    for (const end of ['start', 'end']) if (w[end] && marker) path.setAttribute('marker-' + end, `url(#${marker.id})`);
    singles[k].append(path);
  };
  const pick = (id) => {
    for (const g of singles) g.replaceChildren();
    for (const n of svg.querySelectorAll('.near')) n.classList.remove('near');
    view.classList.toggle('picked', id !== null);
    if (id === null) return;
    const near = new Set([id]);
    // All nodes of one side of a line are joined to all of the other.
    for (const line of svg.querySelectorAll('[data-from]')) {
      const from = line.dataset.from.split(' '), to = line.dataset.to.split(' ');
      if (!from.includes(id) && !to.includes(id)) continue;
      line.classList.add('near');
      if (from.includes(id)) for (const n of to) near.add(n);
      if (to.includes(id)) for (const n of from) near.add(n);
    }
    if (!wires) read();
    for (const w of (wires.get(id) || new Map()).values()) {
      near.add(w.other);
      graphs.forEach((_, k) => { if (k === 0 || w.style[0] !== 'x') draw(k, id, w); });
    }
    singles.forEach((g, k) => { if (g.firstChild) graphs[k].append(g); });
    for (const n of svg.querySelectorAll('[data-node]')) if (near.has(n.dataset.node)) n.classList.add('near');
  };
  view.addEventListener('click', (e) => {
    if (moved) return;
    const n = e.target.closest('[data-node]');
    pick(n ? n.dataset.node : null);
  });
  // show brings a node into view without changing the size.
  const show = (node) => {
    const r = view.getBoundingClientRect(), b = node.getBoundingClientRect();
    const mx = b.left + b.width / 2 - r.left, my = b.top + b.height / 2 - r.top;
    const pad = Math.min(60, r.width / 4, r.height / 4);
    const dx = mx < pad ? pad - mx : mx > r.width - pad ? r.width - pad - mx : 0;
    const dy = my < pad ? pad - my : my > r.height - pad ? r.height - pad - my : 0;
    if (dx || dy) { x += dx; y += dy; apply(); }
  };
  fit(view.classList.contains('whole'));
  return { fit, show };
}
if (document.querySelector('.view.whole')) {
  const view = document.querySelector('.view.whole'), picture = panZoom(view);
  if (picture) addEventListener('resize', () => picture.fit(true));
}
