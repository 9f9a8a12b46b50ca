import { can } from '@portal/access/can';
import type { Actor } from '@portal/kit/auth/actor';
import { hoursUntil } from '@portal/kit/clock';
import type { DomainError } from '@portal/kit/errors';
import { domainError } from '../../errors.ts';

/** Notes of a student that stand above the others. R-556 */
export const MAX_PINNED = 3;
const HOURS_TO_CHANGE = 24;

/** The fields of a note that decide about its actions. */
export interface WrittenNote {
  authorId: number;
  createdAt: Date;
}

const isAuthor = ({ authorId }: WrittenNote, actor: Actor): boolean =>
  actor.kind === 'staff' && actor.id === authorId;

/** Why the text of a note cannot be changed, or null: by its author, for 24 hours. R-556 */
export function editRefusal(note: WrittenNote, actor: Actor, now: Date): DomainError | null {
  if (!isAuthor(note, actor)) return domainError('not_author');
  return -hoursUntil(note.createdAt, now) < HOURS_TO_CHANGE ? null : domainError('note_old');
}

/** Why a note cannot be struck out, or null: by its author or a super admin, at any time. R-556 */
export const strikeRefusal = (note: WrittenNote, actor: Actor): DomainError | null =>
  isAuthor(note, actor) || can(actor, 'others_note.strike') ? null : domainError('not_author');

export type NoteAction = 'edit' | 'pin' | 'strike';

/**
 * Returns the actions that the caller may take on a note now. Any writer of notes may pin any note
 * of any age: otherwise three old ones would keep their places for good.
 */
export function noteActions(note: WrittenNote, actor: Actor, now: Date): NoteAction[] {
  return [
    ...(editRefusal(note, actor, now) === null ? (['edit'] as const) : []),
    'pin',
    ...(strikeRefusal(note, actor) === null ? (['strike'] as const) : []),
  ];
}
