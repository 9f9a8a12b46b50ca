import { isDeepStrictEqual } from 'node:util';
import type { Call } from '@portal/kit/commands/command';
import { accommodations as sessions } from '../../clients.ts';
import type { AccommodationForm } from '../students/accommodation-rules.ts';
import type { NewEnd } from './accommodation-email.ts';
import type { AccommodationRow } from './accommodation-store.ts';
import { approvedView } from './views.ts';

/** Coming sessions whose end changes, and the approved accommodations on which that is based. */
export interface NewEnds {
  before: AccommodationForm[];
  ends: NewEnd[];
}

export const approvedOf = (rows: readonly AccommodationRow[]): AccommodationForm[] =>
  rows.flatMap(({ inForce }) => inForce ?? []);

/**
 * Asks registration how a change of a student's approved accommodations affects coming sessions.
 */
export async function askNewEnds(
  { actor, requestId }: Pick<Call, 'actor' | 'requestId'>,
  studentId: number,
  { before, after }: { before: AccommodationForm[]; after: AccommodationForm[] },
): Promise<NewEnds> {
  const compared = await sessions.compareSessions(
    { studentId, before: approvedView(before), after: approvedView(after) },
    { actor, requestId },
  );
  const ends = compared.sessions.flatMap(({ startsAt, endsAt, endsBefore }) =>
    startsAt && endsAt && +endsAt !== +(endsBefore ?? 0) ? [{ startsAt, endsAt }] : [],
  );
  return { before, ends };
}

/** Whether another decision on the student came in between, so that the ends would be wrong. */
export const isOutdated = ({ before }: NewEnds, rows: readonly AccommodationRow[]): boolean =>
  !isDeepStrictEqual(before, approvedOf(rows));
