import type { WaitingEntry } from './waiting-entry.ts';

/** Free places of a session that are passed to its list. */
export interface FreePlaces {
  seats: number;
  special: number;
}

export interface Passing {
  /** The entries that are offered a place, in order. */
  offers: WaitingEntry[];
  /** Students who may not sit there now; they keep their place in line. */
  passedOver: { entry: WaitingEntry; why: string }[];
  /** Places that no student in line may take: free for all. */
  left: FreePlaces;
}

/** Returns the entries by their numbers, ties by id, which rises as students join. R-532. */
export const inOrder = (entries: readonly WaitingEntry[]): WaitingEntry[] =>
  [...entries].sort((a, b) => a.place - b.place || a.id - b.id);

/**
 * Passes free places to a session's line: one offer per free place, to the first eligible student;
 * a student has one open offer per session. `why` returns why an entry is not eligible now, or
 * null..
 */
export function nextOffers(
  entries: readonly WaitingEntry[],
  free: FreePlaces,
  why: (entry: WaitingEntry) => string | null,
): Passing {
  const left = { ...free };
  const passing: Passing = { offers: [], passedOver: [], left };
  const hasOffer = new Set(
    entries.filter(({ state }) => state === 'offered').map(({ studentId }) => studentId),
  );
  for (const entry of inOrder(entries)) {
    if (left.seats <= 0 && left.special <= 0) break;
    if (entry.state !== 'waiting' || hasOffer.has(entry.studentId)) continue;
    const kind = entry.needsSpecial ? 'special' : 'seats';
    if (left[kind] <= 0) continue;
    const refused = why(entry);
    if (refused !== null) {
      passing.passedOver.push({ entry, why: refused });
      continue;
    }
    left[kind] -= 1;
    hasOffer.add(entry.studentId);
    passing.offers.push(entry);
  }
  return passing;
}

/**
 * The line with one entry moved to a position (from 1; beyond the end it is the last): the new
 * numbers of all that are in it. Open offers have left the line and keep theirs. C-O21, R-532.
 */
export function movedInLine(
  entries: readonly WaitingEntry[],
  id: number,
  position: number,
): { id: number; place: number }[] {
  const line = inOrder(entries.filter(({ state }) => state === 'waiting'));
  const places = line.map(({ place }) => place);
  const at = line.findIndex((entry) => entry.id === id);
  if (at < 0) return [];
  const [moved] = line.splice(at, 1) as [WaitingEntry];
  line.splice(Math.min(position - 1, line.length), 0, moved);
  return line.map((entry, index) => ({ id: entry.id, place: places[index] as number }));
}
