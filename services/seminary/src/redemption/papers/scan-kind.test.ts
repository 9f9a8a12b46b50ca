import { expect, test } from '@jest/globals';
import { isScan } from './scan-kind.ts';

const pdf = (rest = '') => Buffer.from(`%PDF-1.7\n${rest}`);

test.each([
  ['application/pdf', pdf('/Type /Page'), true],
  ['application/pdf', pdf('/Encrypt 4 0 R'), false],
  ['application/pdf', pdf('/Type /Page '.repeat(201)), false],
  ['application/pdf', pdf(`/Type /Pages ${'/Type/Page '.repeat(200)}`), true],
  ['application/pdf', Buffer.from('MZ'), false],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), true],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), true],
  ['image/png', Buffer.from([0xff, 0xd8, 0xff]), false],
  ['text/plain', Buffer.from('paper'), false],
  ['constructor', Buffer.from('paper'), false],
])('%s of some content is a scan: %#', (type, content, is) => {
  expect(isScan(type, content)).toBe(is);
});
