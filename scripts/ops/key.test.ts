import { execFileSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const main = join(import.meta.dirname, 'main.ts');

test('npm run ops -- key prints a private key of the part and its public half', () => {
  const output = execFileSync(process.execPath, [main, 'key', 'payments'], { encoding: 'utf8' });
  const keys = [...output.matchAll(/\{.*\}/g)].map(
    ([json]) => JSON.parse(json) as Record<string, string>,
  );
  expect(keys.map(({ iss }) => iss)).toEqual(['payments', 'payments']);
  const halves = keys.map(({ x, d }) => ({ x, isPrivate: d !== undefined }));
  expect(new Set(halves.map(({ x }) => x)).size).toBe(1);
  expect(halves.map(({ isPrivate }) => isPrivate).sort()).toEqual([false, true]);
  const [key] = keys;
  expect(createPublicKey({ key: key ?? {}, format: 'jwk' }).asymmetricKeyType).toBe('ed25519');
});
