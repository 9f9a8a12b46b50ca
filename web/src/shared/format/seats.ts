import type { OfficeSession } from '@portal/contract/sessions/office-sessions';

type Seats = Pick<OfficeSession, 'seats' | 'taken' | 'held' | 'remainingSeats' | 'specialPlaces'>;

/**
 * How many seats of a session are taken. `taken` is everybody with a place: who is in a special room
 * has no seat. R-505
 */
export const seatsTaken = ({ taken, held, seats, remainingSeats, specialPlaces }: Seats): number =>
  seats === null || remainingSeats === null || specialPlaces === 0
    ? taken
    : Math.max(0, seats - remainingSeats - held);
