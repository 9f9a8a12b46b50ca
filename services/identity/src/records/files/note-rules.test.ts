import { expect, test } from '@jest/globals';
import type { Actor } from '@portal/kit/auth/actor';
import { editRefusal, noteActions, strikeRefusal } from './note-rules.ts';

const written = new Date('2026-03-02T15:00:00Z');
const note = { authorId: 7, createdAt: written };
const after = (hours: number) => new Date(written.getTime() + hours * 3_600_000);
const staff = (id: number, role = 'ROLE_ADVISOR'): Actor => ({
  kind: 'staff',
  id,
  roles: [role],
  name: 'somebody',
  via: 'bff',
});

test.each([
  { who: 'its author at once', actor: staff(7), hours: 0, code: undefined },
  { who: 'its author after nearly a day', actor: staff(7), hours: 23.99, code: undefined },
  { who: 'its author after a day', actor: staff(7), hours: 24, code: 'note_old' },
  { who: 'another one', actor: staff(8), hours: 1, code: 'not_author' },
  { who: 'a super admin', actor: staff(8, 'ROLE_SUPER_ADMIN'), hours: 1, code: 'not_author' },
  {
    who: 'a student with the same number',
    actor: { ...staff(7), kind: 'student' as const },
    hours: 1,
    code: 'not_author',
  },
])('$who changes a text: $code', ({ actor, hours, code }) => {
  expect(editRefusal(note, actor, after(hours))?.code).toBe(code);
});

test.each([
  { who: 'its author', actor: staff(7), code: undefined },
  { who: 'a super admin', actor: staff(8, 'ROLE_SUPER_ADMIN'), code: undefined },
  { who: 'another admin', actor: staff(8, 'ROLE_ADMIN'), code: 'not_author' },
])('$who strikes a note out: $code', ({ actor, code }) => {
  expect(strikeRefusal(note, actor)?.code).toBe(code);
});

test('each note lists its possible actions', () => {
  expect(noteActions(note, staff(7), after(1))).toEqual(['edit', 'pin', 'strike']);
  expect(noteActions(note, staff(7), after(30))).toEqual(['pin', 'strike']);
  expect(noteActions(note, staff(8), after(1))).toEqual(['pin']);
});
