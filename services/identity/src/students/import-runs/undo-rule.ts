import { can } from '@portal/access/can';
import type { Actor } from '@portal/kit/auth/actor';
import type { DomainError } from '@portal/kit/errors';
import { domainError } from '../../errors.ts';
import type { StudentImport } from '../imports/records/import-store.ts';

const UNDO_MS = 24 * 3_600_000;

/** Until when an import can be undone. R-568. */
export const undoUntil = ({ startedAt }: { startedAt: Date }): Date =>
  new Date(startedAt.getTime() + UNDO_MS);

type Undoable = Pick<
  StudentImport,
  'uploadedById' | 'startedAt' | 'finishedAt' | 'undoId' | 'undoneAt'
>;

/** Returns why the caller cannot undo an import now; null: they can. C-O35. */
export function undoRefusal(made: Undoable, actor: Actor, now: Date): DomainError | null {
  const isOwn = made.uploadedById === actor.id;
  if (made.startedAt === null || !(isOwn || can(actor, 'others_import.undo')))
    return domainError('import_not_found');
  if (made.undoId !== null || made.undoneAt !== null) return domainError('already_undone');
  if (made.finishedAt === null) return domainError('import_running');
  return now > undoUntil({ startedAt: made.startedAt }) ? domainError('undo_over') : null;
}

/** Reasons of other services and of the undo itself to keep a student, in words. */
export const keptTexts: Readonly<Record<string, string>> = {
  registration: 'Has registrations',
  credits: 'Has credits',
  card: 'Has a saved card',
  payment: 'Has payments',
  work: 'Is being worked on',
  gone: 'Is not on record any more',
  cohort: 'The cohort was changed since',
};
