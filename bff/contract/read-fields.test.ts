import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { readFields } from './read-fields.ts';
import { day } from './types.ts';

const schema = z.object({
  date: day,
  own: z.string({ error: 'Please choose.' }),
  rows: z.array(z.object({ kind: z.enum(['a', 'b']), tags: z.array(z.string().max(2)) })),
});
const messagesOf = (sent: unknown) =>
  readFields(schema, sent).error?.issues.map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

test('a field without a message of its own is called invalid by its name', () => {
  expect(
    messagesOf({ date: '30/01/2026', rows: [{ kind: 'c', tags: ['ok', 'too long'] }] }),
  ).toEqual([
    'date: date invalid',
    'own: Please choose.',
    'rows.0.kind: kind invalid',
    'rows.0.tags.1: tags invalid',
  ]);
});

test('refuses a value that is no object as a whole', () => {
  expect(messagesOf(12)).toEqual([': Input invalid']);
});

const form = z.object({
  name: z.string({ error: 'Required' }),
  note: z.string().optional(),
  until: z.string().nullable().optional(),
  rows: z.array(z.object({ id: z.int(), city: z.string().optional() })).optional(),
});

test('a null that a schema refuses counts as a field left out, at any depth', () => {
  const sent = { name: 'A', note: null, until: null, rows: [{ id: 1, city: null }] };
  expect(readFields(form, sent).data).toEqual({ name: 'A', until: null, rows: [{ id: 1 }] });
  expect(sent.note).toBeNull();
});

test('a null in a required field is refused as a missing one', () => {
  const { error } = readFields(form, { name: null, rows: [null] });
  expect(error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
    'name: Required',
    'rows.0: rows invalid',
  ]);
});
