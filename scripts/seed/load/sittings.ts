import type { Calendar } from './calendar.ts';
import { type Chance, chanceOf } from './chance.ts';
import type { SchoolFacts } from './facts.ts';

/** A session of the load data, and what of it is still free. */
export interface Sitting {
  readonly id: number;
  readonly type: '21' | '22';
  /** Days from today. */
  readonly away: number;
  readonly branchId: number | null;
  readonly schoolId: number | null;
  readonly gender: '2' | '3';
  readonly startsAt: string;
  readonly seats: number | null;
  taken: number;
}
export interface Sittings {
  /** All of them, by the columns that registration stores. */
  rows(): Record<string, unknown>[];
  /**
   * Takes a place at a branch for a student without an exam on these days, from `from` to `to` days
   * from today; undefined when a few tries find none.
   */
  takeAtBranch(
    who: { gender: string; busy: ReadonlySet<number> },
    from: number,
    to: number,
    chance: Chance,
  ): Sitting | undefined;
  /** A session of a school in these days, which counts no seats. */
  atSchool(
    schoolId: number,
    busy: ReadonlySet<number>,
    from: number,
    to: number,
  ): Sitting | undefined;
}

const FIRST = 100_001;
/** Number of days with past sessions, twice as many as with coming ones. */
const DAYS_BACK = 390;
const TRIES = 12;
/** Seats of the crowded session that stay free. */
const SPARE_SEATS = 20;
const times = ['09:30', '13:00', '18:30'];
/** Days from today on which every school holds a session. */
const schoolDays = [-330, -240, -150, -60, -18, 9, 24, 40];

/**
 * Sessions at branches: `count` of them in the next month of the calendar, whose view has to bear
 * them, and twice as many in the year before; and those of schools. Never on a Sabbath, on Fridays
 * in the morning. One of the next month is filled first, until `crowd` students are in it.
 */
export function planSittings(
  { count, crowd }: { count: number; crowd: number },
  branchIds: readonly number[],
  schools: readonly SchoolFacts[],
  calendar: Calendar,
): Sittings {
  const chance = chanceOf(-1);
  const month = calendar.nextMonth();
  let id = FIRST;
  const atBranch = (place: number, away: number): Sitting => {
    // a month that ends with a Sabbath keeps its sessions
    const day = calendar.isSabbath(away) ? away + (away === month.last ? -1 : 1) : away;
    const time = calendar.isSabbath(day + 1)
      ? '09:30'
      : (times[Math.floor(place / branchIds.length) % times.length] as string);
    const gender = chance.is(0.2) ? '2' : '3';
    const branchId = branchIds[place % branchIds.length] as number;
    return {
      id: id++,
      type: '21',
      away: day,
      branchId,
      schoolId: null,
      gender,
      startsAt: calendar.at(day, time),
      seats: chance.between(24, 96),
      taken: 0,
    };
  };
  const past = Array.from({ length: count * 2 }, (_, place) =>
    atBranch(place, -DAYS_BACK + Math.floor((place * (DAYS_BACK - 12)) / (count * 2))),
  );
  const ahead = Array.from({ length: count }, (_, place) =>
    atBranch(place, month.first + Math.floor((place * (month.last - month.first + 1)) / count)),
  );
  const crowded: Sitting = {
    ...(ahead[Math.floor(count / 2)] as Sitting),
    gender: '3',
    seats: crowd + SPARE_SEATS,
  };
  ahead[Math.floor(count / 2)] = crowded;
  const branches = [...past, ...ahead].sort((a, b) => a.away - b.away || a.id - b.id);
  const ofSchools = new Map(
    schools.map((school) => [
      school.id,
      schoolDays.map((away): Sitting => {
        const day = calendar.isSabbath(away) ? away + 1 : away;
        return {
          id: id++,
          type: '22',
          away: day,
          branchId: null,
          schoolId: school.id,
          gender: '3',
          startsAt: calendar.at(day, '10:00'),
          seats: null,
          taken: 0,
        };
      }),
    ]),
  );
  const firstFrom = (away: number): number => {
    let [low, high] = [0, branches.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((branches[middle] as Sitting).away < away) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    rows: () =>
      [...branches, ...[...ofSchools.values()].flat()]
        .sort((a, b) => a.id - b.id)
        .map((one) => rowOf(one, calendar)),
    takeAtBranch({ gender, busy }, from, to, chance) {
      const { away, taken } = crowded;
      if (taken < crowd && away >= from && away <= to && !busy.has(away)) {
        crowded.taken++;
        return crowded;
      }
      const [first, end] = [firstFrom(from), firstFrom(to + 1)];
      for (let tries = 0; tries < TRIES && end > first; tries++) {
        // what is near fills first
        const sitting = branches[
          first + Math.floor(chance.next() ** 1.5 * (end - first))
        ] as Sitting;
        const isFree = sitting.seats !== null && sitting.taken < sitting.seats;
        if (!isFree || busy.has(sitting.away) || (sitting.gender === '2' && gender !== '2'))
          continue;
        sitting.taken++;
        return sitting;
      }
      return undefined;
    },
    atSchool: (schoolId, busy, from, to) =>
      ofSchools.get(schoolId)?.find(({ away }) => away >= from && away <= to && !busy.has(away)),
  };
}

function rowOf(sitting: Sitting, calendar: Calendar): Record<string, unknown> {
  const isSchool = sitting.type === '22';
  return {
    id: sitting.id,
    session_type: sitting.type,
    location_id: sitting.branchId,
    school_id: sitting.schoolId,
    gender: sitting.gender,
    starts_at: sitting.startsAt,
    seats: sitting.seats,
    closing_date: calendar.day(sitting.away - (isSchool ? 4 : 1)),
    closing_time: isSchool ? '23:59' : null,
    return_due_date: isSchool ? calendar.day(sitting.away + 7) : null,
    last_date: isSchool ? calendar.day(sitting.away + 2) : null,
    created_at: calendar.moment(Math.min(sitting.away - 60, -1)),
  };
}
