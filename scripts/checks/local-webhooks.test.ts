import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '../start/paths.ts';

const SETTING = 'WEBHOOK_LOCAL_ADDRESSES';
const naming = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT }).filter((file) =>
    readFileSync(join(ROOT, file), 'utf8').includes(SETTING),
  );

test('webhooks go to local addresses only in development, not in images or charts (R-599)', () => {
  expect(naming('charts/portal/**/*.{yaml,tpl,json}')).toEqual([]);
  expect(naming('deploy/**/*.{yaml,sh,md,conf}')).toEqual([]);
  expect(naming('deploy/Dockerfile')).toEqual([]);
  // the only place that enables them
  expect(naming('docker-compose.yml')).toEqual(['docker-compose.yml']);
});

test('docker-compose allows only its sandbox', () => {
  const compose = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
  const values = [...compose.matchAll(/WEBHOOK_LOCAL_ADDRESSES: (.*)/g)].map(([, value]) => value);
  expect(values).toEqual(['sandbox', 'sandbox', 'sandbox']);
});

test('each service that sends or checks refuses the setting in production', () => {
  for (const service of ['identity', 'registration', 'payments']) {
    const env = readFileSync(join(ROOT, `services/${service}/src/env.ts`), 'utf8');
    expect(env).toContain(`${SETTING}: localAddressesVariable`);
  }
});
