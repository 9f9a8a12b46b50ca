import type { FoundThing as Message, RecentThing } from '@portal/proto/portal/finder/v1/finder';
import type { Call } from '../commands/command.ts';
import { type FinderKindName, type FinderQuery, readFinderQuery } from './finder-query.ts';

/** How well a thing fits what was typed; pages and actions (6) are the BFF's. R-572. */
export const RANK = {
  exactId: 1,
  wholeName: 2,
  lastName: 3,
  firstName: 4,
  thing: 5,
  alike: 7,
} as const;

/** A thing that the caller could open. */
export interface FoundThing {
  id: number;
  rank: number;
  title: string;
  sub: string;
  studentId?: number;
  schoolId?: number;
  charged?: boolean;
  examId?: number;
  retired?: boolean;
  /** Of those that fit equally well the nearest come first; those without are all as near. */
  distance?: number;
}

/** Most things of a kind in one answer. C-O50. */
export const MAX_OF_KIND = 5;

/**
 * Things of one kind: those that fit, or, where nothing was typed, those of `recent`, whatever they
 * are; only what the caller could open.
 */
export type FindKind = (
  call: Call,
  query: FinderQuery,
  recent: readonly number[],
) => Promise<FoundThing[]>;

/**
 * The best first; of those that fit equally well the recent ones first, then the nearest, then the
 * newest. R-572.
 */
export const bestFirst = <Thing extends Pick<FoundThing, 'id' | 'rank' | 'distance'>>(
  things: readonly Thing[],
  recent: readonly number[],
): Thing[] => {
  const last = recent.length;
  const placeOf = new Map(recent.map((id, place) => [id, place]));
  return things.toSorted(
    (one, other) =>
      one.rank - other.rank ||
      (placeOf.get(one.id) ?? last) - (placeOf.get(other.id) ?? last) ||
      (one.distance ?? 0) - (other.distance ?? 0) ||
      other.id - one.id,
  );
};

/** How a service answers FindThings: with the best of each kind that it has. */
export const finderHandler = (kinds: Readonly<Partial<Record<FinderKindName, FindKind>>>) => ({
  async handle(request: { query: string; recent: RecentThing[] }, call: Call) {
    const query = readFinderQuery(request.query);
    const found = await Promise.all(
      Object.entries(kinds).map(async ([kind, find]): Promise<Message[]> => {
        const recent = request.recent.flatMap((one) => (one.kind === kind ? one.id : []));
        if (query.text === '' && recent.length === 0) return [];
        const things = bestFirst(await find(call, query, recent), recent);
        // recently opened things are requested by ids, and all of them are shown
        const shown = query.text === '' ? things : things.slice(0, MAX_OF_KIND);
        return shown.map(({ distance: _, ...thing }) => ({
          studentId: undefined,
          schoolId: undefined,
          charged: false,
          examId: undefined,
          retired: false,
          ...thing,
          kind,
        }));
      }),
    );
    return { things: found.flat() };
  },
});
