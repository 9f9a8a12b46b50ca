import { expect, test } from '@jest/globals';
import { holdTogether } from './right-to-left.ts';

test.each([
  ['Zoë Łukasz', 'Zoë Łukasz'],
  ['רות בת כהן', 'רות\u00a0בת\u00a0כהן'],
  ['Refund: רות כהן', 'Refund: רות\u00a0כהן'],
  ['محمد Cohen', 'محمد \u00a0Cohen'],
  ['', ''],
])('%j is laid out as %j', (text, held) => {
  expect(holdTogether(text)).toBe(held);
});
