// @ts-check
// Going from page to page without loading the shell anew.

/** @param {string} path */
export function go(path) {
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
  scrollTo(0, 0);
}

/**
 * Whether a click on a link is ours to handle: a plain click on a page of this site.
 * @param {MouseEvent} event
 * @returns {string | null} the path to go to
 */
export function followed(event) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || !link.href || link.target || link.hasAttribute('download')) return null;
  const url = new URL(link.href);
  if (url.origin !== location.origin || url.pathname.startsWith('/api/')) return null;
  if (url.hash && url.pathname === location.pathname) return null;
  return url.pathname + url.search + url.hash;
}
