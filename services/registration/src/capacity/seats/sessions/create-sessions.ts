import { command, type Tx } from '@portal/kit/commands/command';
import { type FieldError, invalid } from '@portal/kit/errors';
import type { SessionType } from '../../../records/fees/proctor-fee.ts';
import { insertSessions, insertSitting } from '../places/store.ts';

/** A session to make. Days are YYYY-MM-DD. */
export interface NewSession {
  sessionType: SessionType;
  startsAt: Date;
  locationId?: number | undefined;
  schoolId?: number | undefined;
  gender: string;
  /** Absent: no limit. */
  seats?: number | undefined;
  limitTo1Test: boolean;
  closedByStaff: boolean;
  closingDate?: string | undefined;
  returnDueDate?: string | undefined;
  shipDate?: string | undefined;
  lastDate?: string | undefined;
  title?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  phone?: string | undefined;
  address?: string | undefined;
}

/** Returns the errors of a session to create; only a booking creates an online sitting. */
function newSessionErrors(session: NewSession, index: number): FieldError[] {
  const { sessionType, locationId, schoolId, gender, seats } = session;
  const wrong = (field: string, isWrong: boolean) =>
    isWrong ? [{ path: `sessions[${index}].${field}`, message: `${field} invalid` }] : [];
  return [
    ...wrong('sessionType', !['21', '22', '23'].includes(sessionType)),
    ...wrong('locationId', (sessionType === '21') !== (locationId !== undefined)),
    ...wrong('schoolId', (sessionType === '22') !== (schoolId !== undefined)),
    ...wrong('gender', !['1', '2', '3'].includes(gender)),
    ...wrong('seats', seats !== undefined && (sessionType === '22' || seats < 0)),
  ];
}

/** Creates sessions in one batch and returns their ids in order. Throws invalid. */
export const createSessions = command(
  'createSessions',
  async (tx, { sessions }: { sessions: NewSession[] }): Promise<number[]> => {
    const [first, ...more] = sessions.flatMap(newSessionErrors);
    if (first) throw invalid(first, ...more);
    const ids = await insertSessions(
      tx,
      sessions.map((session, position) => ({
        position,
        session_type: session.sessionType,
        starts_at: session.startsAt,
        title: session.title,
        location_id: session.locationId,
        school_id: session.schoolId,
        gender: session.gender,
        seats: session.seats,
        limit_to_1_test: session.limitTo1Test,
        closed_by_staff: session.closedByStaff,
        closing_date: session.closingDate,
        return_due_date: session.returnDueDate,
        ship_date: session.shipDate,
        last_date: session.lastDate,
        first_name: session.firstName,
        last_name: session.lastName,
        phone: session.phone,
        address: session.address,
      })),
    );
    for (const id of ids)
      tx.audit({ op: 'insert', table: 'session', id, change: { created: true } });
    return ids;
  },
);

/** Creates the session of one sitting at the proctoring service; returns its id. */
export const createSitting = (tx: Tx): Promise<number> => insertSitting(tx);
