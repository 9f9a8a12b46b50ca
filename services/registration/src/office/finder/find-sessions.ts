import { scopeOf } from '@portal/access/can';
import type { Call } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import { type FindKind, type FoundThing, MAX_OF_KIND, RANK } from '@portal/kit/finder/find-things';
import { fitsWords, idTyped } from '@portal/kit/finder/finder-query';
import { listSessionsById } from '../../sessions/calendar/queries/find-office-session.ts';
import { type OfficeSessionRow, stateOf } from '../../sessions/calendar/queries/office-session.ts';
import { dayAndTime } from './day-and-time.ts';

/**
 * Finds sessions of the calendar by id, 's204' or 204, or by the beginning of the name of their
 * branch or school, the nearest to today first; a school admin finds those of their own school.
 *
 */
export const findSessions: FindKind = async ({ db, actor, now }, query, recent) => {
  const scope = scopeOf(actor, 'office_session.list');
  if (scope === null) return [];
  const ownSchool = scope === 'own_school' ? (actor.schoolId ?? 0) : null;
  const typed = idTyped(query, 'session');
  const named =
    query.text === '' ? [] : await idsByPlace(db, query.words, { recent, ownSchool, now });
  const rows = await listSessionsById(db, [
    ...(query.text === '' ? recent : []),
    ...(typed === null ? [] : [typed]),
    ...named,
  ]);
  return rows
    .filter(
      ({ sessionType, schoolId }) =>
        ownSchool === null || (sessionType === '22' && schoolId === ownSchool),
    )
    .map((row) => foundSession(row, row.id === typed ? RANK.exactId : RANK.thing, now));
};

/** 'Brooklyn, Dec 6, 2026' with its time, its number of students, and its state if not open. */
function foundSession(row: OfficeSessionRow, rank: number, now: Date): FoundThing {
  const { id, title, locationName, schoolName, startsAt, taken, seats } = row;
  const { day, time } = dayAndTime(startsAt);
  const state = stateOf(row, now);
  return {
    id,
    rank,
    distance: Math.abs(startsAt.getTime() - now.getTime()),
    title: `${locationName ?? schoolName ?? title ?? 'Shipped exam'}, ${day}`,
    sub: [
      time,
      seats === null ? `${taken} booked` : `${taken} of ${seats}`,
      ...(state === 'open' ? [] : [state.replace('_', ' ')]),
    ].join(' · '),
  };
}

/** Sessions at places whose names fit: those of `recent` among them, and the nearest to today. */
async function idsByPlace(
  db: Call['db'],
  words: readonly string[],
  { recent, ownSchool, now }: { recent: readonly number[]; ownSchool: number | null; now: Date },
): Promise<number[]> {
  const [branches, schools] = await Promise.all([
    ownSchool === null ? listBranches(db) : [],
    listSchools(db, ownSchool),
  ]);
  const fitting = (places: readonly { id: number; names: string[] }[]) =>
    places.filter(({ names }) => fitsWords(words, names)).map(({ id }) => id);
  const places = { branchIds: fitting(branches), schoolIds: fitting(schools) };
  if (places.branchIds.length + places.schoolIds.length === 0) return [];
  return (await listAtPlaces(db, { ...places, recent, now })).map(({ id }) => id);
}

const listBranches = (sql: Sql): Promise<{ id: number; names: string[] }[]> =>
  sql.many<{ id: number; names: string[] }>`
    SELECT id, ARRAY[name, COALESCE(city, '')] AS names FROM location_copy
    -- never null: names`;

/** Lists active and inactive schools: the finder finds past ones too. */
const listSchools = (sql: Sql, onlyId: number | null): Promise<{ id: number; names: string[] }[]> =>
  sql.many<{ id: number; names: string[] }>`
    SELECT id, ARRAY[name] AS names FROM school_copy
    WHERE ${onlyId}::bigint IS NULL OR id = ${onlyId}
    -- never null: names`;

/** Of each place the last and the next ones, of which the nearest are shown. */
const listAtPlaces = (
  sql: Sql,
  {
    branchIds,
    schoolIds,
    recent,
    now,
  }: { branchIds: number[]; schoolIds: number[]; recent: readonly number[]; now: Date },
): Promise<{ id: number }[]> =>
  sql.many<{ id: number }>`
    SELECT id FROM (
      (SELECT near.id FROM (
          SELECT unnest(${branchIds}::bigint[]) AS location_id, NULL::bigint AS school_id
          UNION ALL
          SELECT NULL, unnest(${schoolIds}::bigint[])) AS place
        CROSS JOIN LATERAL (
          (SELECT s.id, s.starts_at FROM session s
            WHERE s.location_id = place.location_id AND s.session_type = '21'
              AND s.deleted_at IS NULL AND s.starts_at >= ${now}
            ORDER BY s.starts_at LIMIT ${MAX_OF_KIND})
          UNION ALL
          (SELECT s.id, s.starts_at FROM session s
            WHERE s.location_id = place.location_id AND s.session_type = '21'
              AND s.deleted_at IS NULL AND s.starts_at < ${now}
            ORDER BY s.starts_at DESC LIMIT ${MAX_OF_KIND})
          UNION ALL
          (SELECT s.id, s.starts_at FROM session s
            WHERE s.school_id = place.school_id AND s.session_type = '22'
              AND s.deleted_at IS NULL AND s.starts_at >= ${now}
            ORDER BY s.starts_at LIMIT ${MAX_OF_KIND})
          UNION ALL
          (SELECT s.id, s.starts_at FROM session s
            WHERE s.school_id = place.school_id AND s.session_type = '22'
              AND s.deleted_at IS NULL AND s.starts_at < ${now}
            ORDER BY s.starts_at DESC LIMIT ${MAX_OF_KIND})) AS near
        ORDER BY abs(extract(epoch FROM near.starts_at - ${now}::timestamptz)), near.id DESC
        LIMIT ${MAX_OF_KIND})
      UNION ALL
      (SELECT id FROM session
        WHERE id = ANY(${[...recent]}::bigint[]) AND (location_id = ANY(${branchIds}::bigint[])
          OR school_id = ANY(${schoolIds}::bigint[])))
    ) AS placed`;
