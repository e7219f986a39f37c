// Search in checks, steps and source; copying; and the sign of what is cut at the right.
(() => {
  const box = document.querySelector('.find input'), list = document.querySelector('.find .hits'), most = 50;
  let all = null, found = [], next = 0;
  const collect = () => {
    const out = [], seen = new Set();
    for (const section of document.querySelectorAll('.result')) {
      const title = section.dataset.title, data = section.querySelector('.data');
      if (section.querySelector('.verdict')) out.push({ where: 'check', text: `${title}: ${section.querySelector('.verdict').textContent}`, href: `#${section.id}` });
      (data ? JSON.parse(data.textContent).steps : []).forEach((s, k) => {
        const sets = (s.vars || []).map((v) => `${v.name}=${v.value}`).join(', ');
        out.push({ where: `${title}, step ${k + 1}`, href: `#${section.id}-${k + 1}`,
          text: `${s.task}: ${s.text || (s.events || [s.event]).join('; ')}${sets ? ` (${sets})` : ''}` });
      });
      const file = section.querySelector('.source .name')?.textContent;
      for (const li of section.querySelectorAll('.source [data-line]')) {
        const where = `${file}:${li.dataset.line}`;
        if (seen.has(where)) continue;
        seen.add(where);
        out.push({ where, text: li.querySelector('code').textContent.trim(), href: `#${section.id}-L${li.dataset.line}` });
      }
    }
    return out;
  };
  const item = (hit) => {
    const li = document.createElement('li'), a = document.createElement('a'), where = document.createElement('span');
    a.textContent = hit.text;
    a.href = hit.href;
    where.textContent = hit.where;
    where.className = 'at';
    li.append(where, ' ', a);
    return li;
  };
  const look = () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    list.replaceChildren();
    found = [];
    next = 0;
    if (!words.length) return;
    all ||= collect();
    found = all.filter((hit) => words.every((w) => `${hit.where} ${hit.text}`.toLowerCase().includes(w)));
    list.append(...found.slice(0, most).map(item));
    const rest = document.createElement('li');
    rest.className = 'note';
    rest.textContent = found.length === 0 ? 'nothing found' : `${found.length - most} more`;
    if (found.length === 0 || found.length > most) list.append(rest);
  };
  box.addEventListener('input', look);
  box.addEventListener('keydown', (e) => {
    if (e.key === 'Enter' && found.length) { location.hash = found[next].href; next = (next + 1) % found.length; }
    if (e.key === 'Escape') { box.value = ''; look(); box.blur(); }
  });
  addEventListener('keydown', (e) => {
    if (e.key !== '/' || e.target.matches('input')) return;
    e.preventDefault();
    box.focus();
  });
  for (const b of document.querySelectorAll('[data-copy]')) {
    const says = b.textContent;
    b.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(b.dataset.copy);
      } catch { // a page may have no clipboard
        const t = document.createElement('textarea');
        t.value = b.dataset.copy;
        b.after(t);
        t.select();
        document.execCommand('copy');
        t.remove();
      }
      b.textContent = 'copied';
      setTimeout(() => { b.textContent = says; }, 1500);
    });
  }
  // A pane whose content goes on at the right fades out there.
  const panes = [...document.querySelectorAll('.pane,nav,pre')];
  const sign = (p) => p.classList.toggle('more', p.scrollWidth - p.clientWidth - p.scrollLeft > 2);
  const sized = new ResizeObserver((list) => { for (const e of list) sign(e.target.closest('.pane,nav,pre')); });
  for (const p of panes) {
    p.addEventListener('scroll', () => sign(p), { passive: true });
    sized.observe(p);
    for (const e of p.children) sized.observe(e);
  }
})();
