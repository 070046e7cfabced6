// One line for each test, what went wrong in full, and a count at the end.

import { basename } from 'node:path';

/** @param {AsyncIterable<{type: string, data: any}>} events */
export default async function* report(events) {
  let passed = 0;
  let failed = 0;
  for await (const { type, data } of events) {
    const where = data?.file ? basename(data.file, '.test.mjs') : '';
    // A file is reported like a test; it counts only if it could not even be run.
    const isFile = data?.nesting === 0 && data?.name?.endsWith?.('.test.mjs');
    if (type === 'test:pass' && !isFile) {
      passed += 1;
      yield `  ok    ${where}: ${data.name} (${(data.details.duration_ms / 1000).toFixed(1)} s)\n`;
    } else if (type === 'test:fail') {
      failed += 1;
      const error = data.details.error?.cause ?? data.details.error;
      yield `  FAIL  ${where}: ${data.name}\n${String(error?.stack ?? error).slice(0, 4000).replace(/^/gm, '        ')}\n`;
    } else if (type === 'test:stdout' && data.message.startsWith('#')) {
      yield `        ${data.message}`;
    }
  }
  yield `\n${passed} passed, ${failed} failed\n`;
}
