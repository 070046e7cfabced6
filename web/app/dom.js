// @ts-check
// Builds elements. Data only ever becomes text nodes and attributes, never markup.

/** @typedef {Node | string | number | boolean | null | undefined} Single */
/** @typedef {Single | Single[]} Child */
/** @typedef {Record<string, any>} Props */

const SVG = 'http://www.w3.org/2000/svg';

/** Set as properties, because as attributes they would only give the first value. */
const LIVE = new Set(['value', 'checked', 'selected', 'indeterminate']);

/**
 * An HTML element. Functions named `on…` listen, `true` sets a bare attribute, `false`, `null` and `undefined` leave it out;
 * `style` and `dataset` take objects.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  // A select takes its value only once its options are there.
  append(element, children);
  setProps(element, props ?? {});
  return element;
}

/**
 * An SVG element; properties as for `h`.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props, ...children) {
  const element = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  append(element, children);
  setProps(element, props ?? {});
  return element;
}

/**
 * @param {HTMLElement | SVGElement} element
 * @param {Props} props
 */
export function setProps(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith('on') && typeof value === 'function') {
      element.addEventListener(name.slice(2), value);
    } else if (name === 'style' && typeof value === 'object') {
      for (const [key, one] of Object.entries(value ?? {})) {
        if (key.startsWith('--')) element.style.setProperty(key, String(one));
        else /** @type {any} */ (element.style)[key] = one;
      }
    } else if (name === 'dataset') {
      Object.assign(element.dataset, value);
    } else if (LIVE.has(name) && name in element) {
      /** @type {any} */ (element)[name] = value ?? '';
    } else if (name.startsWith('aria-') && typeof value === 'boolean') {
      element.setAttribute(name, String(value));
    } else if (value === true) {
      element.setAttribute(name, '');
    } else if (value === false || value === null || value === undefined) {
      element.removeAttribute(name);
    } else {
      element.setAttribute(name, String(value));
    }
  }
}

/**
 * @param {Element | DocumentFragment} parent
 * @param {Child[]} children
 */
export function append(parent, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(parent, child);
    else if (child instanceof Node) parent.append(child);
    else if (child !== null && child !== undefined && typeof child !== 'boolean') parent.append(String(child));
  }
}

/**
 * Empties an element and fills it anew.
 * @template {Element} E
 * @param {E} element
 * @param {...Child} children
 * @returns {E}
 */
export function clear(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/**
 * Gives an element these children and touches none that is already in its place: what stays keeps its focus, and nothing is
 * drawn anew.
 * @param {Element} parent
 * @param {Element[]} children
 */
export function keep(parent, children) {
  for (const child of [...parent.children]) if (!children.includes(child)) child.remove();
  children.forEach((child, n) => {
    if (parent.children[n] !== child) parent.insertBefore(child, parent.children[n] ?? null);
  });
}

/**
 * Listens until the returned function is called.
 * @param {EventTarget} target
 * @param {string} type
 * @param {(event: any) => void} listener
 * @param {AddEventListenerOptions | boolean} [options]
 * @returns {() => void}
 */
export function on(target, type, listener, options) {
  target.addEventListener(type, listener, options);
  return () => target.removeEventListener(type, listener, options);
}
