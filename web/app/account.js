// @ts-check
// The account of a person: making one, logging in and out. Everything can be played without one.

import { clear, h } from './dom.js';
import { get, post } from './api.js';
import { failure } from './parts.js';
import { readOnly } from './server.js';
import { segments } from './settings.js';
import { addWords, onLang, t } from './words.js';

/** @typedef {import('../types/protocol.js').Me} Me */

addWords({
  en: {
    'account.title': 'Account',
    'account.good': 'You can play, watch and build lists without an account: this browser remembers your seats. An account brings your games and lists along to your other devices.',
    'account.honest': 'Name and password are all we keep; the password only in a form that cannot be turned back. There is no e-mail, so nobody can send you a new password: if you forget it, the account is gone.',
    'account.login': 'Log in',
    'account.register': 'New account',
    'account.make': 'Create account',
    'account.name': 'Name',
    'account.password': 'Password',
    'account.rule': 'At least 8 characters. A few unrelated words are easy to remember and hard to guess.',
    'account.short': '{n} characters are missing.',
    'account.short.one': '1 character is missing.',
    'account.show': 'Show the password',
    'account.is': 'Logged in as {name}',
    'account.has': 'Your games and lists are here on every device on which you log in.',
    'account.games': 'To your games',
    'account.lists': 'To your lists',
    'account.logout': 'Log out',
  },
  de: {
    'account.title': 'Konto',
    'account.good': 'Spielen, zuschauen und Listen bauen geht ohne Konto: Dieser Browser merkt sich deine Plätze. Ein Konto nimmt deine Partien und Listen auf andere Geräte mit.',
    'account.honest': 'Name und Passwort sind alles, was wir speichern; das Passwort nur in einer Form, die sich nicht zurückrechnen lässt. Es gibt keine E-Mail, also kann dir niemand ein neues Passwort schicken: Ist es vergessen, ist das Konto verloren.',
    'account.login': 'Anmelden',
    'account.register': 'Neues Konto',
    'account.make': 'Konto anlegen',
    'account.name': 'Name',
    'account.password': 'Passwort',
    'account.rule': 'Mindestens 8 Zeichen. Ein paar Wörter ohne Zusammenhang merkt man sich leicht, und sie sind schwer zu erraten.',
    'account.short': 'Es fehlen {n} Zeichen.',
    'account.short.one': 'Es fehlt 1 Zeichen.',
    'account.show': 'Passwort zeigen',
    'account.is': 'Angemeldet als {name}',
    'account.has': 'Deine Partien und Listen findest du auf jedem Gerät, auf dem du dich anmeldest.',
    'account.games': 'Zu deinen Partien',
    'account.lists': 'Zu deinen Listen',
    'account.logout': 'Abmelden',
  },
});

const SHORTEST = 8;

/**
 * @param {HTMLElement} root
 * @returns {() => void}
 */
export function open(root) {
  const panel = h('section', { class: 'account panel' });
  /** @type {'login' | 'register'} */
  let mode = 'login';
  /** Whether accounts can be made here. */
  let changeable = false;
  /** Typed words outlive a change of mode or language. */
  const typed = { name: '', password: '' };
  clear(root, h('div', { class: 'page narrow' }, panel));

  async function load() {
    document.title = `${t('account.title')} · ${t('app.name')}`;
    try {
      const [me, only] = /** @type {[Me, boolean]} */ (await Promise.all([get('/api/me'), readOnly()]));
      changeable = !only;
      draw(me.account);
    } catch (error) {
      clear(panel, h('h1', null, t('account.title')), failure(error, load));
    }
  }

  /** @param {string | null} account */
  function draw(account) {
    clear(panel, h('h1', null, t('account.title')), account ? inside(account) : form());
  }

  /** @param {string} account */
  function inside(account) {
    const problem = h('div');
    return [
      h('p', { class: 'lead' }, t('account.is', { name: account })),
      h('p', { class: 'muted' }, t('account.has')),
      h('div', { class: 'row' },
        h('a', { class: 'button main', href: '/' }, t('account.games')),
        h('a', { class: 'button', href: '/lists' }, t('account.lists')),
        h('button', { type: 'button', class: 'button', onclick: () => attempt('/api/logout', {}, problem) }, t('account.logout'))),
      problem,
    ];
  }

  function form() {
    const isNew = mode === 'register';
    const problem = h('div');
    const hint = h('span', { class: 'small muted', id: 'password-hint' }, isNew ? t('account.rule') : '');
    const name = h('input', {
      name: 'username', autocomplete: 'username', required: true, maxlength: 40, autocapitalize: 'none', spellcheck: 'false', value: typed.name,
      oninput: () => { typed.name = name.value; },
    });
    const password = h('input', {
      name: 'password', type: 'password', required: true, minlength: isNew ? SHORTEST : null, value: typed.password,
      autocomplete: isNew ? 'new-password' : 'current-password', 'aria-describedby': 'password-hint', oninput: judge,
    });
    function judge() {
      typed.password = password.value;
      const missing = SHORTEST - [...password.value].length;
      if (isNew) hint.textContent = password.value && missing > 0 ? t('account.short', { n: missing }) : t('account.rule');
    }
    /** @param {Event} event */
    const reveal = (event) => { password.type = /** @type {HTMLInputElement} */ (event.target).checked ? 'text' : 'password'; };
    /** @param {SubmitEvent} event */
    const submit = (event) => {
      event.preventDefault();
      attempt(isNew ? '/api/account' : '/api/login', { name: name.value.trim(), password: password.value }, problem);
    };
    return [
      h('p', { class: 'muted' }, t(changeable ? 'account.good' : 'readonly.text')),
      changeable && segments('account', t('account.title'), [['login', t('account.login')], ['register', t('account.register')]], mode, (value) => {
        mode = value;
        draw(null);
        /** @type {HTMLElement | null} */ (panel.querySelector('input:checked'))?.focus();
      }),
      h('form', { class: 'account-form', onsubmit: submit },
        h('label', { class: 'field' }, h('span', null, t('account.name')), name),
        h('label', { class: 'field' }, h('span', null, t('account.password')), password),
        hint,
        h('label', { class: 'check' }, h('input', { type: 'checkbox', onchange: reveal }), t('account.show')),
        problem,
        h('button', { class: 'button main', type: 'submit' }, t(isNew ? 'account.make' : 'account.login'))),
      h('p', { class: 'small muted' }, t('account.honest')),
    ];
  }

  /**
   * @param {string} path
   * @param {object} body
   * @param {HTMLElement} problem where to say that it did not work
   */
  async function attempt(path, body, problem) {
    try {
      await post(path, body);
      typed.password = '';
      await load();
    } catch (error) {
      clear(problem, failure(error));
    }
  }

  load();
  return onLang(load);
}
