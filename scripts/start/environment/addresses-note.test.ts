import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { noteAddresses, readAddresses } from './addresses-note.ts';
import type { Addresses } from './service-env.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'portal-addresses-'));
mkdirSync(join(dataDir, 'run'));
afterAll(() => rmSync(dataDir, { recursive: true }));

test('a data folder has the addresses of its portal and of metrics, and no secret', () => {
  expect(readAddresses(dataDir)).toBeUndefined();
  const addresses = {
    url: 'http://localhost:1',
    mailUrl: 'http://localhost:2',
    sandboxUrl: 'http://localhost:3',
    admin: { bff: 4, identity: 5 },
  } as unknown as Addresses;
  noteAddresses(dataDir, addresses, { IDENTITY_ADDR: '127.0.0.1:6', TOKEN_SIGNING_KEY: 'secret' });
  expect(readAddresses(dataDir)).toEqual({
    url: 'http://localhost:1',
    mailUrl: 'http://localhost:2',
    sandboxUrl: 'http://localhost:3',
    services: { IDENTITY_ADDR: '127.0.0.1:6' },
    metrics: { bff: 'http://127.0.0.1:4/metrics', identity: 'http://127.0.0.1:5/metrics' },
  });
});
