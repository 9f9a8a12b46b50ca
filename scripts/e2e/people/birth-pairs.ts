import { steadyNow } from '@portal/kit/steady-clock';

/** A birth date and the last four digits of an SSN. */
export interface BirthPair {
  readonly dob: string;
  readonly last4ssn: string;
}

/** Years of birth: the first one, and their number. */
interface Years {
  readonly from: number;
  readonly count: number;
}

/** Years of people between 20 and 59 years of age. */
const GROWN_UP: Years = { from: steadyNow().getFullYear() - 59, count: 40 };
const DAYS_OF_YEAR = 12 * 28;
/** 0001 to 0999: no number of a row, no year, no digits of a card (card.ts) or of the demo data. */
const DIGITS = 999;
/** A prime that divides no number of pairs: pairs that are drawn in succession are far apart. */
const SPREAD = 8_675_309;
/** More workers than a run has: each worker takes every sixteenth pair. */
const WORKERS = 16;
/**
 * A worker begins at a place that depends on the clock, and draws less than one pair in five
 * milliseconds, so that a later run on the same portal begins after it.
 */
const MS_OF_PAIR = 5;
let next =
  Math.floor(steadyNow().getTime() / MS_OF_PAIR) * WORKERS +
  (Number(process.env['JEST_WORKER_ID'] ?? 0) % WORKERS);

/** Draws a pair that no other test uses, or has used within the last hours. */
export function aBirthPair({ from, count }: Years = GROWN_UP): BirthPair {
  const space = count * DAYS_OF_YEAR * DIGITS;
  const place = ((next % space) * SPREAD) % space;
  next += WORKERS;
  const day = Math.floor(place / DIGITS);
  const [year, ofYear] = [from + Math.floor(day / DAYS_OF_YEAR), day % DAYS_OF_YEAR];
  const two = (number: number) => String(number).padStart(2, '0');
  return {
    dob: `${year}-${two(1 + Math.floor(ofYear / 28))}-${two(1 + (ofYear % 28))}`,
    last4ssn: String(1 + (place % DIGITS)).padStart(4, '0'),
  };
}
