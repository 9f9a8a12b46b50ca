import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { withoutBlanks, withoutBlankTexts } from './blank-fields.ts';

const fields = z.object({
  name: z.string().min(1).max(100).optional(),
  note: z.string().optional(),
  id: z.uuid().optional(),
  count: z.int().optional(),
  needed: z.string().min(1),
});
const blank = { name: ' ', note: ' ', id: '', count: '', needed: '' };

test('a blank optional field of a body counts as left out, a required one stays', () => {
  expect(withoutBlanks(fields, blank)).toEqual({ note: '', needed: '' });
});

test('a blank text of a query counts as left out, but no id and no number', () => {
  expect(withoutBlankTexts(fields, blank)).toEqual({ note: '', id: '', count: '', needed: '' });
});
