import { expect, test } from '@jest/globals';
import { proofOf, readProof } from './proof.ts';

const now = new Date('2026-03-02T15:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const opened = {
  account: { kind: 'student', id: 7 },
  type: 'reset',
  tokenHash: Buffer.alloc(32, 3),
} as const;

test('a proof shows for 15 minutes which link was opened', () => {
  const proof = proofOf(opened, now);

  expect(readProof(proof, later(899))).toEqual(opened);
  expect(readProof(proof, later(900))).toBeNull();
});

test('a modified proof is invalid', () => {
  const [body = '', mac] = proofOf(opened, now).split('.');
  const forged = Buffer.from(
    Buffer.from(body, 'base64url').toString().replace('"id":7', '"id":8'),
  ).toString('base64url');

  expect(readProof(`${forged}.${mac}`, now)).toBeNull();
  for (const text of ['', '.', 'x', `${body}.`, `${body}.${mac}x`, `${body}.${mac}.`])
    expect(readProof(text, now)).toBeNull();
});
