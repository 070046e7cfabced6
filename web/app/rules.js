// @ts-check
// The rules reference: a page to search and read in, and a single rule as a sheet beside a game.

import { clear, h, on } from './dom.js';
import { get } from './api.js';
import { copyButton, failure, isAbort, isField, isPlainClick } from './parts.js';
import { addWords, lang, onLang, setLang, t } from './words.js';

/** @typedef {import('../types/protocol.js').RuleBrief} RuleBrief */
/** @typedef {import('../types/protocol.js').RuleHits} RuleHits */
/** @typedef {import('../types/protocol.js').RuleInfo} RuleInfo */
/** @typedef {import('../types/protocol.js').RulebookInfo} RulebookInfo */
/** @typedef {(id: string) => void} Show */

addWords({
  en: {
    'rules.title': 'Rules',
    'rules.search': 'Search the rules',
    'rules.placeholder': 'Word, card or rule id',
    'rules.game': 'Game',
    'rules.kind': 'About',
    'rules.all': 'All',
    'rules.count': '{n} rules',
    'rules.count.one': '1 rule',
    'rules.found': '{n} rules found',
    'rules.found.one': '1 rule found',
    'rules.nearest': 'No rule has every word of this; these come nearest.',
    'rules.unknown': 'Found nowhere: {words}.',
    'rules.none': 'Nothing found. Try fewer words, another game or another kind.',
    'rules.reset': 'Show all rules',
    'rules.more': 'More rules',
    'rules.opened': 'Opened: {title}',
    'rules.results': 'Results',
    'rules.back': 'Results',
    'rules.previous': 'Previous rule',
    'rules.next': 'Next rule',
    'rules.chart': 'Table',
    'rules.example': 'Example',
    'rules.note': 'Note',
    'rules.rulings': 'Rulings',
    'rules.reason': 'Why: {reason}',
    'rules.cards': 'Cards',
    'rules.source': 'Source',
    'rules.lines': 'lines {first}–{last}',
    'rules.lines.one': 'line {first}',
    'rules.known': 'not spelled out in the rulebook',
    'rules.link': 'Copy link',
    'rules.other': 'Auf Deutsch lesen',
    'rules.full': 'Full page',
    'rules.forward': 'Forward',
    'rules.welcome': 'All rules in our own words, with the rulings for what is in doubt',
    'rules.books': 'Rulebooks',
    'rules.keys': '/ searches · ↑ ↓ move through the results · Enter opens · ← → previous and next rule',
  },
  de: {
    'rules.title': 'Regeln',
    'rules.search': 'In den Regeln suchen',
    'rules.placeholder': 'Wort, Karte, Regel',
    'rules.game': 'Spiel',
    'rules.kind': 'Thema',
    'rules.all': 'Alle',
    'rules.count': '{n} Regeln',
    'rules.count.one': '1 Regel',
    'rules.found': '{n} Regeln gefunden',
    'rules.found.one': '1 Regel gefunden',
    'rules.nearest': 'Keine Regel enthält jedes dieser Wörter; diese kommen am nächsten.',
    'rules.unknown': 'Nirgends gefunden: {words}.',
    'rules.none': 'Nichts gefunden. Versuche weniger Wörter, ein anderes Spiel oder ein anderes Thema.',
    'rules.reset': 'Alle Regeln zeigen',
    'rules.more': 'Weitere Regeln',
    'rules.opened': 'Geöffnet: {title}',
    'rules.results': 'Ergebnisse',
    'rules.back': 'Ergebnisse',
    'rules.previous': 'Vorige Regel',
    'rules.next': 'Nächste Regel',
    'rules.chart': 'Tabelle',
    'rules.example': 'Beispiel',
    'rules.note': 'Anmerkung',
    'rules.rulings': 'Entscheidungen',
    'rules.reason': 'Warum: {reason}',
    'rules.cards': 'Karten',
    'rules.source': 'Quelle',
    'rules.lines': 'Zeilen {first}–{last}',
    'rules.lines.one': 'Zeile {first}',
    'rules.known': 'im Regelheft nicht ausgeschrieben',
    'rules.link': 'Link kopieren',
    'rules.other': 'Read in English',
    'rules.full': 'Ganze Seite',
    'rules.forward': 'Vor',
    'rules.welcome': 'Alle Regeln in eigenen Worten, mit Entscheidungen für das, was zweifelhaft ist',
    'rules.books': 'Regelwerke',
    'rules.keys': '/ sucht · ↑ ↓ durch die Ergebnisse · Enter öffnet · ← → vorige und nächste Regel',
  },
});

/** How many hits come at once. */
const PAGE = 60;
/** How long typing must rest before a search. */
const REST_MS = 120;

const pathOf = (/** @type {string} */ id) => `/rules/${encodeURIComponent(id)}`;

// ---- one rule -----------------------------------------------------------------------------------------------------

/**
 * A text in which the ids of the game's rules are links.
 * @param {string} text
 * @param {string} game
 * @param {Show} show
 */
function linked(text, game, show) {
  const ids = new RegExp(`\\b${game}(?:\\.[a-z0-9-]+)+`, 'g');
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(ids)) {
    parts.push(text.slice(from, match.index), jump(match[0], show, null, match[0]));
    from = match.index + match[0].length;
  }
  return [...parts, text.slice(from)];
}

/**
 * A link that shows a rule in place.
 * @param {string} id
 * @param {Show} show
 * @param {import('./dom.js').Props | null} props
 * @param {...import('./dom.js').Child} children
 */
function jump(id, show, props, ...children) {
  /** @param {MouseEvent} event */
  const onclick = (event) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    show(id);
  };
  return h('a', { href: pathOf(id), onclick, ...props }, ...children);
}

/**
 * The body of a rule: text, chart, example, rulings, note, cards.
 * @param {RuleInfo} rule
 * @param {Show} show
 */
function body(rule, show) {
  const paragraphs = (/** @type {string} */ text) =>
    text.split(/\n+/).map((part) => h('p', null, linked(part, rule.game, show)));
  return [
    h('div', { class: 'rule-text' }, paragraphs(rule.text)),
    rule.chart ? chart(rule.chart) : null,
    rule.example ? h('section', { class: 'rule-box' }, h('h3', null, t('rules.example')), paragraphs(rule.example)) : null,
    rule.rulings.length ? h('section', { class: 'rule-rulings' }, h('h3', null, t('rules.rulings')),
      rule.rulings.map((ruling) => h('div', { class: 'ruling' },
        h('p', { class: 'ruling-question' }, ruling.question),
        h('p', { class: 'ruling-decision' }, ruling.decision),
        h('p', { class: 'muted' }, linked(t('rules.reason', { reason: ruling.reason }), rule.game, show))))) : null,
    rule.note ? h('section', { class: 'rule-box' }, h('h3', null, t('rules.note')), paragraphs(rule.note)) : null,
    rule.cards.length ? h('section', null, h('h3', null, t('rules.cards')),
      h('ul', { class: 'tags' }, rule.cards.map((card) =>
        h('li', null, h('a', { href: `/rules?q=${encodeURIComponent(card)}&game=${rule.game}` }, card))))) : null,
  ];
}

/** @param {import('../types/protocol.js').ChartInfo} chart */
function chart({ head, rows }) {
  // It may be wider than the page and is then scrolled, also with the keyboard.
  return h('section', { class: 'rule-chart', tabindex: '0', 'aria-label': t('rules.chart') }, h('table', null,
    h('thead', null, h('tr', null, head.map((cell) => h('th', { scope: 'col' }, cell)))),
    h('tbody', null, rows.map(([first, ...rest]) =>
      h('tr', null, h('th', { scope: 'row' }, first), rest.map((cell) => h('td', null, cell)))))));
}

/**
 * Where the game's document says so.
 * @param {RuleInfo} rule
 */
function source({ lines }) {
  if (!lines) return t('rules.known');
  return t('rules.lines', { ...lines, n: lines.last - lines.first + 1 });
}

/**
 * The same with the name of the document.
 * @param {RuleInfo} rule
 * @param {RulebookInfo[]} books
 */
function sourceLine(rule, books) {
  const authority = rule.lines && books.find((book) => book.game === rule.game)?.authority;
  return `${t('rules.source')}: ${[source(rule), authority].filter(Boolean).join(', ')}`;
}

/**
 * A rule as a compact sheet, with a way back to the rules seen before it.
 * @param {string} ruleId
 * @returns {HTMLElement}
 */
export function ruleSheet(ruleId) {
  const seen = [ruleId];
  let at = 0;
  const back = h('button', { type: 'button', class: 'button icon small', onclick: () => move(at - 1) }, '←');
  const forward = h('button', { type: 'button', class: 'button icon small', onclick: () => move(at + 1) }, '→');
  const full = h('a', { class: 'sheet-full', target: '_blank', rel: 'noopener' });
  const content = h('div', { class: 'sheet-body', 'aria-live': 'polite' });
  const sheet = h('section', { class: 'rule-sheet' }, h('div', { class: 'sheet-bar' }, back, forward, full), content);

  /** @param {number} to */
  function move(to) {
    at = Math.max(0, Math.min(seen.length - 1, to));
    load();
  }

  /** @type {Show} */
  function show(id) {
    seen.splice(at + 1, seen.length, id);
    move(at + 1);
  }

  async function load() {
    const id = seen[at] ?? ruleId;
    sheet.setAttribute('aria-label', t('rule'));
    back.setAttribute('aria-label', t('back'));
    forward.setAttribute('aria-label', t('rules.forward'));
    // Without anything to go back to, two arrows would only be taken for the neighbours below.
    back.hidden = forward.hidden = seen.length === 1;
    back.disabled = at === 0;
    forward.disabled = at === seen.length - 1;
    full.href = pathOf(id);
    full.textContent = `${t('rules.full')} ↗`;
    try {
      const [rule, books] = /** @type {[RuleInfo, RulebookInfo[]]} */ (await Promise.all([get(`/api/rules/${encodeURIComponent(id)}`), get('/api/rulebooks')]));
      if (seen[at] !== id) return;
      clear(content,
        h('p', { class: 'rule-meta' }, rule.kind_name),
        h('h2', null, rule.title),
        body(rule, show),
        h('p', { class: 'muted small' }, sourceLine(rule, books)),
        neighbours(rule, show));
      content.scrollTop = 0;
    } catch (error) {
      clear(content, failure(error, load));
    }
  }

  let wasShown = false;
  const off = onLang(() => {
    // The sheet has no end of its own: it stops listening once it has been taken away.
    wasShown ||= sheet.isConnected;
    if (wasShown && !sheet.isConnected) off();
    else load();
  });
  load();
  queueMicrotask(() => { wasShown = sheet.isConnected; });
  return sheet;
}

/**
 * @param {RuleInfo} rule
 * @param {Show} show
 */
function neighbours(rule, show) {
  return h('nav', { class: 'rule-neighbours' },
    rule.previous ? jump(rule.previous, show, { rel: 'prev' }, `← ${t('rules.previous')}`) : h('span'),
    rule.next ? jump(rule.next, show, { rel: 'next' }, `${t('rules.next')} →`) : null);
}

// ---- the page -----------------------------------------------------------------------------------------------------

/**
 * @param {HTMLElement} root
 * @param {Record<string, string>} params
 * @returns {() => void}
 */
export function open(root, params) {
  const asked = new URLSearchParams(location.search);
  const wanted = { q: asked.get('q') ?? '', game: asked.get('game') ?? '', kind: asked.get('kind') ?? '' };
  let shown = params.rule ?? '';
  /** @type {RulebookInfo[]} */
  let books = [];
  /** @type {RuleBrief[]} */
  let hits = [];
  let total = 0;
  /** What the last search found, by game and by kind. @type {RuleHits | null} */
  let sums = null;
  /** @type {RuleInfo | null} */
  let rule = null;
  let searching = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;

  const search = h('input', {
    type: 'search', id: 'rules-search', maxlength: 120, autocomplete: 'off', spellcheck: 'false', value: wanted.q, oninput: typed,
  });
  const searchLabel = h('label', { for: 'rules-search', class: 'hidden-text' });
  const games = h('fieldset', { class: 'facet' });
  const kinds = h('fieldset', { class: 'facet' });
  const count = h('p', { class: 'rules-count', role: 'status' });
  const spoken = h('p', { class: 'hidden-text', role: 'status' });
  const list = h('ol', { class: 'hits' });
  const more = h('button', { type: 'button', class: 'button hits-more', onclick: () => find(hits.length) });
  const results = h('section', { class: 'rules-results' }, count, spoken, list, more);
  const entry = h('article', { class: 'rules-entry', tabindex: '-1' });
  const page = h('div', { class: 'rules-page' },
    h('div', { class: 'rules-find', role: 'search' },
      searchLabel, h('div', { class: 'search-box' }, search, h('kbd', { class: 'for-keys', 'aria-hidden': true }, '/')), games, kinds),
    results, entry);
  clear(root, page);

  const nearEnd = new IntersectionObserver((seen) => {
    if (seen.some((one) => one.isIntersecting) && hits.length < total) find(hits.length);
  }, { root: results, rootMargin: '400px' });
  nearEnd.observe(more);

  function typed() {
    clearTimeout(resting);
    resting = setTimeout(() => {
      wanted.q = search.value.trim();
      restart();
    }, REST_MS);
  }

  function restart() {
    history.replaceState(null, '', address());
    results.scrollTop = 0;
    find(0);
  }

  function address() {
    const query = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value)).toString();
    return `${shown ? pathOf(shown) : '/rules'}${query ? `?${query}` : ''}`;
  }

  // ---- filters

  /**
   * @param {HTMLFieldSetElement} fieldset
   * @param {'game' | 'kind'} name
   * @param {string} title
   * @param {number | undefined} everything
   * @param {{id: string, label: string, rules: number | undefined}[]} values
   */
  function facet(fieldset, name, title, everything, values) {
    const all = { id: '', label: t('rules.all'), rules: everything };
    const choose = (/** @type {string} */ id) => {
      wanted[name] = id;
      if (name === 'game') facets();
      restart();
    };
    const focused = fieldset.contains(document.activeElement);
    clear(fieldset, h('legend', null, title), h('div', { class: 'facet-values' }, [all, ...values].map((one) =>
      h('label', { class: 'facet-value' },
        h('input', { type: 'radio', name: `rules-${name}`, value: one.id, checked: wanted[name] === one.id, onchange: () => choose(one.id) }),
        h('span', null, one.label), h('span', { class: 'facet-count' }, one.rules ?? '')))));
    /** @type {HTMLElement | null} */
    const chosen = fieldset.querySelector('input:checked');
    chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (focused) chosen?.focus();
  }

  function facets() {
    facet(games, 'game', t('rules.game'), sums?.everywhere,
      books.map((book) => ({ id: book.game, label: book.name, rules: sums?.games.find((one) => one.game === book.game)?.rules })));
    /** @type {Map<string, string>} */
    const names = new Map();
    for (const book of books.filter((one) => !wanted.game || one.game === wanted.game)) {
      for (const kind of book.kinds) names.set(kind.kind, kind.name);
    }
    if (wanted.kind && !names.has(wanted.kind)) wanted.kind = '';
    const found = (/** @type {string} */ id) => sums && (sums.kinds.find((one) => one.kind === id)?.rules ?? 0);
    facet(kinds, 'kind', t('rules.kind'), sums?.kinds.reduce((sum, one) => sum + one.rules, 0),
      [...names].map(([id, label]) => ({ id, label, rules: found(id) ?? undefined })).sort((a, b) => a.label.localeCompare(b.label, lang())));
  }

  // ---- results

  /** @param {number} offset */
  async function find(offset) {
    searching.abort();
    searching = new AbortController();
    const query = new URLSearchParams({ ...wanted, limit: String(PAGE), offset: String(offset) });
    for (const name of ['q', 'game', 'kind']) if (!query.get(name)) query.delete(name);
    try {
      const found = /** @type {RuleHits} */ (await get(`/api/rules?${query}`, { signal: searching.signal }));
      total = found.total;
      hits = offset ? [...hits, ...found.hits] : found.hits;
      if (!offset) {
        clear(list);
        sums = found;
        facets();
      }
      list.append(...found.hits.map(hit));
      count.textContent = [
        t(wanted.q ? 'rules.found' : 'rules.count', { n: total }),
        ...(found.complete ? [] : [t('rules.nearest')]),
        ...(found.unknown.length ? [t('rules.unknown', { words: found.unknown.join(', ') })] : []),
      ].join(' · ');
      if (!total) clear(list, h('li', { class: 'empty' }, h('p', null, t('rules.none')),
        h('button', { type: 'button', class: 'button', onclick: reset }, t('rules.reset'))));
      more.hidden = hits.length >= total;
      mark();
    } catch (error) {
      if (!isAbort(error)) clear(list, h('li', null, failure(error, () => find(0))));
    }
  }

  function reset() {
    Object.assign(wanted, { q: '', game: '', kind: '' });
    search.value = '';
    facets();
    restart();
    search.focus();
  }

  /** @param {RuleBrief} one */
  function hit(one) {
    // Of a question only the longer words are marked: the others say little and begin many words.
    const all = wanted.q.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
    const words = all.length > 2 ? all.filter((word) => word.length > 3) : all;
    const game = wanted.game ? '' : `${books.find((book) => book.game === one.game)?.name ?? one.game} · `;
    return h('li', null, jump(one.id, show, { class: 'rules-hit', 'data-id': one.id },
      h('span', { class: 'rules-hit-title' }, marked(one.title, words)),
      h('span', { class: 'rules-hit-text' }, marked(snippet(one.text, words), words)),
      h('span', { class: 'rules-hit-meta' }, game, one.kind_name, h('code', null, one.id.slice(one.id.indexOf('.') + 1)))));
  }

  /** Shows which of the hits is open. */
  function mark() {
    for (const link of links()) {
      if (link.dataset.id !== shown) link.removeAttribute('aria-current');
      else if (!link.hasAttribute('aria-current')) {
        link.setAttribute('aria-current', 'true');
        link.scrollIntoView({ block: 'nearest' });
      }
    }
    page.classList.toggle('is-reading', shown !== '');
  }

  /** @returns {HTMLElement[]} */
  const links = () => [...list.querySelectorAll('a')];

  // ---- the open rule

  /** @type {Show} */
  function show(id) {
    if (id === shown) return;
    shown = id;
    history.pushState(null, '', address());
    read();
  }

  async function read() {
    mark();
    if (!shown) {
      rule = null;
      document.title = `${t('rules.title')} · ${t('app.name')}`;
      return clear(entry, welcome());
    }
    const id = shown;
    try {
      const found = /** @type {RuleInfo} */ (await get(`/api/rules/${encodeURIComponent(id)}`));
      if (id !== shown) return;
      rule = found;
      document.title = `${found.title} · ${t('rules.title')}`;
      clear(entry, full(found));
      entry.scrollTop = 0;
      // In a narrow window the rule takes the place of the list, so the focus has to come along.
      if (getComputedStyle(results).display === 'none') entry.focus();
      else spoken.textContent = t('rules.opened', { title: found.title });
    } catch (error) {
      rule = null;
      clear(entry, backLink(), failure(error, read));
    }
  }

  function backLink() {
    return h('a', { class: 'rules-back', href: '/rules', onclick: back }, `← ${t('rules.back')}`);
  }

  /** @param {MouseEvent} event */
  function back(event) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    const link = links().find((one) => one.dataset.id === shown);
    shown = '';
    history.pushState(null, '', address());
    read();
    (link ?? search).focus();
  }

  /** @param {RuleInfo} info */
  function full(info) {
    return [
      backLink(),
      h('p', { class: 'rule-meta' }, `${info.game_name} · ${info.kind_name}`),
      h('h1', null, info.title),
      ...body(info, show),
      h('footer', { class: 'rule-foot' },
        h('p', null, sourceLine(info, books)),
        h('p', { class: 'rule-tools' }, h('code', null, info.id),
          copyButton(t('rules.link'), () => location.origin + pathOf(info.id), 'plain link'),
          h('button', { type: 'button', class: 'plain link', lang: lang() === 'de' ? 'en' : 'de', onclick: () => setLang(lang() === 'de' ? 'en' : 'de') },
            t('rules.other')))),
      neighbours(info, show),
    ];
  }

  function welcome() {
    return [
      h('h1', null, t('rules.title')),
      h('p', { class: 'lead' }, t('rules.welcome')),
      h('ul', { class: 'books', 'aria-label': t('rules.books') }, books.map((book) => h('li', null,
        h('a', { href: `/rules?game=${encodeURIComponent(book.game)}` },
          h('strong', null, book.name), h('span', { class: 'muted' }, book.authority),
          h('span', { class: 'book-count' }, t('rules.count', { n: book.rules })))))),
      h('p', { class: 'muted small keys for-keys' }, t('rules.keys')),
    ];
  }

  // ---- keys

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target;
    if (event.key === '/' && !isField(target)) {
      event.preventDefault();
      search.focus();
      search.select();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      moveInHits(event, event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && target === search) {
      links()[0]?.click();
    } else if (event.key === 'Escape' && target instanceof HTMLElement && results.contains(target)) {
      search.focus();
    } else if ((event.key === 'ArrowLeft' || event.key === 'ArrowRight') && !isField(target) && !(target instanceof HTMLInputElement)) {
      const to = event.key === 'ArrowLeft' ? rule?.previous : rule?.next;
      if (to) show(to);
    }
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} step
   */
  function moveInHits(event, step) {
    const all = links();
    const at = all.findIndex((link) => link === document.activeElement);
    if (at < 0 && event.target !== search) return;
    event.preventDefault();
    if (at + step < 0) search.focus();
    else all[Math.min(all.length - 1, at + step)]?.focus();
  }

  // ---- language

  async function speak() {
    searchLabel.textContent = t('rules.search');
    search.placeholder = t('rules.placeholder');
    more.textContent = t('rules.more');
    results.setAttribute('aria-label', t('rules.results'));
    try {
      books = await get('/api/rulebooks');
      // Whoever comes by a link to a rule reads in the book in which it stands.
      if (shown && !hits.length && !wanted.q && !wanted.kind) wanted.game ||= books.find((book) => shown.startsWith(`${book.game}.`))?.game ?? '';
      facets();
    } catch {
      // The search below meets the same failure and shows it.
    }
    await Promise.all([find(0), read()]);
  }

  const ends = [on(document, 'keydown', key), onLang(speak), () => nearEnd.disconnect(), () => searching.abort(), () => clearTimeout(resting)];
  speak();
  // A page is focused when it has been opened; on a touch screen the keyboard would cover the hits.
  if (!shown && matchMedia('(hover: hover)').matches) setTimeout(() => search.focus());
  return () => ends.forEach((end) => end());
}

// ---- words in a text ----------------------------------------------------------------------------------------------

/**
 * The text with the words that were searched for marked.
 * @param {string} text
 * @param {string[]} words
 */
function marked(text, words) {
  if (!words.length) return text;
  return text.split(startOf(words)).map((part, i) => (i % 2 ? h('mark', null, part) : part));
}

/** @param {string[]} words */
const startOf = (words) => new RegExp(`(?<![\\p{L}\\p{N}])(${words.join('|')})`, 'giu');

/**
 * The part of a text around the first of the words.
 * @param {string} text
 * @param {string[]} words
 */
function snippet(text, words) {
  const at = words.length ? text.search(startOf(words)) : 0;
  if (at < 100) return text;
  return `… ${text.slice(text.lastIndexOf(' ', at - 40) + 1)}`;
}
