// @ts-check
// What to do when a part of the client is gone because the server has got a newer one.

const STORE = 'sandtable.reloaded';
/** Where this client's files are; another client is somewhere else. */
const HOME = new URL('..', import.meta.url).pathname;

/**
 * Loads a part of the client. If the server has another client by now, the page is loaded anew instead, and nothing is
 * returned any more.
 * @template T
 * @param {() => Promise<T>} load
 * @returns {Promise<T>}
 */
export async function part(load) {
  try {
    return await load();
  } catch (error) {
    if (!mayReload() || !(await outdated())) throw error;
    remember();
    location.reload();
    return new Promise(() => {});
  }
}

/** Whether the server's page names another client than this one. A server that does not answer has none. */
async function outdated() {
  try {
    const page = await fetch('/', { cache: 'no-cache' });
    return page.ok && !(await page.text()).includes(`"${HOME}`);
  } catch {
    return false;
  }
}

/** Once for each client: where several servers have different ones, loading anew may lead back to the same. */
function mayReload() {
  try {
    return sessionStorage.getItem(STORE) !== HOME;
  } catch {
    // Without a memory there would be no end to it.
    return false;
  }
}

function remember() {
  sessionStorage.setItem(STORE, HOME);
}
