/** The kind of a student's place in a session. */
export type Takes = 'seat' | 'special' | 'nothing';

/** Places of both kinds: seats, and those in special rooms. */
export interface Places {
  seats: number;
  special: number;
}

export const NO_PLACES: Places = { seats: 0, special: 0 };

/** One place of a kind; null and nothing: none. */
export const onePlace = (takes: Takes | null): Places => ({
  seats: Number(takes === 'seat'),
  special: Number(takes === 'special'),
});

/** Subtracts the second places from the first. */
export const placesWithout = (one: Places, other: Places): Places => ({
  seats: Math.max(0, one.seats - other.seats),
  special: Math.max(0, one.special - other.special),
});

export const placesTogether = (one: Places, other: Places): Places => ({
  seats: one.seats + other.seats,
  special: one.special + other.special,
});

export const isNoPlace = ({ seats, special }: Places): boolean => seats === 0 && special === 0;
