import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { jestExpect } from '@jest/expect';

// Which error codes an assertion has held for. The gate of a complete run (../error-evidence.ts)
// reads the notes: a code that occurs in a test but is never asserted on is no evidence.

/** Where each file's notes go; without it nothing is kept. */
const FOLDER = process.env['EVIDENCE_FOLDER'];
const CODE = /^[a-z][a-z0-9_]{2,60}$/;
const MAX_DEPTH = 5;

const noted = new Set<string>();

/** Notes what looks like a code in the expectation of an assertion that has just held. */
function note(expected: unknown, depth = 0): void {
  if (typeof expected === 'string') {
    if (CODE.test(expected)) noted.add(expected);
  } else if (typeof expected === 'object' && expected !== null && depth < MAX_DEPTH) {
    for (const part of Object.values(expected)) note(part, depth + 1);
  }
}

/** Matchers that note what they were given once they have held; those of `not` do not. */
function noting<T extends object>(matchers: T): T {
  return new Proxy(matchers, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name);
      if (name === 'not') return found;
      if (name === 'resolves' || name === 'rejects') return noting(found as object);
      if (typeof found !== 'function') return found;
      return (...expected: unknown[]) => {
        const held: unknown = found.apply(target, expected);
        if (held instanceof Promise) return held.then(() => note(expected));
        note(expected);
        return held;
      };
    },
  });
}

/** `expect` that notes the codes of assertions that hold. */
export const withEvidence = (expect: typeof jestExpect): typeof jestExpect =>
  FOLDER
    ? new Proxy(expect, {
        apply: (target, self, given) => noting(Reflect.apply(target, self, given) as object),
      })
    : expect;

/** Writes the evidence of a file and clears it for the next one. */
export function keepEvidence(file: string): void {
  if (!FOLDER) return;
  mkdirSync(FOLDER, { recursive: true });
  const codes = [...noted];
  noted.clear();
  if (codes.length > 0)
    writeFileSync(join(FOLDER, `${file.replaceAll('/', '!')}.json`), JSON.stringify(codes));
}
