import type { FinderKind } from '@portal/contract/finder/finder-kinds';

const labels: Readonly<Record<FinderKind, string>> = {
  student: 'Students',
  registration: 'Registrations',
  session: 'Sessions',
  school: 'Schools',
  exam: 'Exams',
  page: 'Pages',
  action: 'Actions',
};

export interface Group<Item> {
  label: string;
  /** Each with its place among all. */
  items: { item: Item; place: number }[];
}

/**
 * Groups items by kind, the group of the best match first; without typed text, the recently opened
 * items form one group.
 */
export function groupsOf<Item extends { kind: FinderKind; recent: boolean }>(
  items: readonly Item[],
  isRecent = false,
): Group<Item>[] {
  const groups = new Map<string, Group<Item>>();
  for (const [place, item] of items.entries()) {
    const label = isRecent && item.recent ? 'Recent' : labels[item.kind];
    const group = groups.get(label) ?? { label, items: [] };
    group.items.push({ item, place });
    groups.set(label, group);
  }
  return [...groups.values()];
}

/** Returns a sentence about the kinds whose service is unavailable. */
export const missingText = (missing: readonly FinderKind[]): string =>
  'Not everything can be found now. Missing: ' +
  `${missing.map((kind) => labels[kind].toLowerCase()).join(', ')}.`;
