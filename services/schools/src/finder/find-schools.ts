import { scopeOf } from '@portal/access/can';
import type { Sql } from '@portal/kit/database/database';
import { type FindKind, type FoundThing, RANK } from '@portal/kit/finder/find-things';
import { type FinderQuery, fitsWords, idTyped } from '@portal/kit/finder/finder-query';
import type * as tables from '../../prisma/tables.ts';

type Named = Pick<tables.School, 'id' | 'name' | 'city' | 'chargeSchool'>;

/**
 * Finds active schools by id, or by a prefix of the name or city; a school admin finds their own
 * alone..
 */
export const findSchools: FindKind = async ({ db, actor }, query, recent) => {
  const scope = scopeOf(actor, 'school.manage');
  if (scope === null) return [];
  const schools = await listNames(db, scope === 'any' ? null : (actor.schoolId ?? 0));
  return schools.flatMap((school) => {
    const rank = rankOf(school, query, recent);
    return rank === null ? [] : foundSchool(school, rank);
  });
};

function rankOf(
  { id, name, city }: Named,
  query: FinderQuery,
  recent: readonly number[],
): number | null {
  if (query.text === '') return recent.includes(id) ? RANK.thing : null;
  if (id === idTyped(query, 'school')) return RANK.exactId;
  return fitsWords(query.words, [name, city]) ? RANK.thing : null;
}

const foundSchool = ({ id, name, city, chargeSchool }: Named, rank: number): FoundThing => ({
  id,
  rank,
  title: name,
  sub: city ?? '',
  charged: chargeSchool,
});

/** Schools: some hundreds, read whole. */
const listNames = (sql: Sql, onlyId: number | null): Promise<Named[]> =>
  sql.many<Named>`
    SELECT id, name, city, charge_school FROM school
    WHERE active AND (${onlyId}::bigint IS NULL OR id = ${onlyId})`;
