import type { FoundItem } from '@portal/contract/finder/finder';
import {
  type FinderKind,
  MAX_FOUND,
  type OpenedKind,
  openedKinds,
} from '@portal/contract/finder/finder-kinds';
import { MAX_OF_KIND } from '@portal/kit/finder/find-things';

/** An item with how well it fits. */
export type RankedItem = Omit<FoundItem, 'recent'> & { rank: number };
/** The things that the account opened lately, the latest first. */
export interface Opened {
  kind: OpenedKind;
  id: number;
}

/** Most recent items where nothing was typed. C-O50. */
const MAX_RECENT = 10;
/** Pages and actions come after schools, exams and sessions. R-572. */
export const RANK_OF_PAGE = 6;

export const isOpenedKind = (kind: string): kind is OpenedKind =>
  openedKinds.some((one) => one === kind);

const keyOf = ({ kind, id }: { kind: string; id: number | null }): string => `${kind} ${id}`;
/** Where kinds fit equally well: a school comes before its sessions, which have its name. R-572 */
const turns: Readonly<Record<FinderKind, number>> = {
  student: 0,
  registration: 1,
  school: 2,
  exam: 3,
  session: 4,
  page: 5,
  action: 6,
};

/**
 * Merges the results of all services, the best first. Among equal matches, recently opened things
 * come first, then schools before exams before sessions, and within a kind the order of its
 * service; at most five of a kind and twenty in all. R-572.
 */
export function mergeFound(items: readonly RankedItem[], opened: readonly Opened[]): FoundItem[] {
  const places = new Map(opened.map((thing, place) => [keyOf(thing), place]));
  const placeOf = (item: RankedItem) => places.get(keyOf(item)) ?? opened.length;
  const counts = new Map<FinderKind, number>();
  return items
    .toSorted(
      (one, other) =>
        one.rank - other.rank ||
        placeOf(one) - placeOf(other) ||
        turns[one.kind] - turns[other.kind],
    )
    .filter(({ kind }) => {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return count <= MAX_OF_KIND;
    })
    .slice(0, MAX_FOUND)
    .map((item) => shown(item, places));
}

/** Returns the results for an empty query: recently opened things, then pages. C-O50. */
export function mergeRecent(
  items: readonly RankedItem[],
  opened: readonly Opened[],
  pages: readonly RankedItem[],
): FoundItem[] {
  const places = new Map(opened.map((thing, place) => [keyOf(thing), place]));
  const recent = items
    .filter((item) => places.has(keyOf(item)))
    .toSorted((one, other) => (places.get(keyOf(one)) ?? 0) - (places.get(keyOf(other)) ?? 0));
  return [...recent.slice(0, MAX_RECENT), ...pages.slice(0, MAX_OF_KIND)].map((item) =>
    shown(item, places),
  );
}

const shown = (
  { rank: _, ...item }: RankedItem,
  places: ReadonlyMap<string, number>,
): FoundItem => ({
  ...item,
  recent: places.has(keyOf(item)),
});

/** A page or an action as an item. */
export const pageItem = (
  kind: 'page' | 'action',
  { to, label }: { to: string; label: string },
): RankedItem => ({
  kind,
  id: null,
  title: label,
  sub: '',
  href: to,
  rank: RANK_OF_PAGE,
});
