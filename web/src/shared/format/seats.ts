import type { OfficeSession } from '@portal/contract/sessions/office-sessions';

type Seats = Pick<OfficeSession, 'seats' | 'taken' | 'held' | 'remainingSeats' | 'specialPlaces'>;

/**
 * Returns how many seats of a session are taken. `taken` counts every student with a place; a
 * student in a special room has no seat. R-505
 */
export const seatsTaken = ({ taken, held, seats, remainingSeats, specialPlaces }: Seats): number =>
  seats === null || remainingSeats === null || specialPlaces === 0
    ? taken
    : Math.max(0, seats - remainingSeats - held);
