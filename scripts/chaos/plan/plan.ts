import { type Chance, chanceOf } from '../../seed/load/chance.ts';
import { HURTS, type Hurt, isPartner } from './targets.ts';

/** One fault of a plan; times in milliseconds from the beginning. */
export interface Fault extends Hurt {
  readonly at: number;
  /** The duration; 0 for a kill, after which the process is restarted automatically. */
  readonly length: number;
  /** For slow networks and partners: the delay of each chunk or answer. */
  readonly ms: number;
}

/** Work runs undisturbed first, so that there is data to lose. */
const LEAD_MS = 3000;
const MIN_SLOT_MS = 3500;
/**
 * Short enough that nothing fails ten times: plans cause no dead letters, and pending work is
 * retried within seconds.
 */
export const MAX_FAULT_MS = 12_000;
/** The share of a fault's slot that is left to recover before the next. */
const REST = 0.3;

/**
 * Returns the faults of a run in order: in the first half each target with each kind alone, as far
 * as time allows, in the second two of different targets at once. The same seed and duration give
 * the same plan.
 */
export function planOf(seed: number, durationMs: number): Fault[] {
  const chance = chanceOf(seed);
  const half = Math.floor((durationMs - LEAD_MS) / 2);
  const singles = slotsIn(half, HURTS.length);
  const pairs = slotsIn(half, Math.ceil(HURTS.length / 2));
  const order = endless(chance);
  const alone = Array.from({ length: singles.count }, (_, slot) =>
    faultIn(chance, order.next(), LEAD_MS + slot * singles.ms, singles.ms),
  );
  const together = Array.from({ length: pairs.count }, (_, slot) => {
    const from = LEAD_MS + half + slot * pairs.ms;
    const one = order.next();
    const other = order.next(({ target }) => target !== one.target);
    return [one, other].map((hurt) => faultIn(chance, hurt, from, pairs.ms));
  }).flat();
  return [...alone, ...together].sort((a, b) => a.at - b.at);
}

/** Returns as many slots as wanted or as fit; rather more slots than long ones. */
function slotsIn(wholeMs: number, wanted: number): { count: number; ms: number } {
  const most = Math.max(Math.floor(wholeMs / MIN_SLOT_MS), 1);
  const least = Math.ceil(wholeMs / (MAX_FAULT_MS / (1 - REST)));
  const count = Math.max(Math.min(wanted, most), least);
  return { count, ms: wholeMs / count };
}

function faultIn(chance: Chance, hurt: Hurt, from: number, slotMs: number): Fault {
  const at = Math.round(from + chance.next() * slotMs * 0.15);
  const most = slotMs * (0.85 - REST);
  const length = hurt.kind === 'kill' ? 0 : Math.round(most * (0.5 + chance.next() / 2));
  return { ...hurt, at, length, ms: hurt.kind === 'slow' ? delayOf(chance, hurt) : 0 };
}

/** A statement consists of many chunks, so short delays at a server are long ones for people. */
function delayOf(chance: Chance, { target }: Hurt): number {
  if (isPartner(target)) return chance.between(1000, 5000);
  const isServer = target === 'postgres' || target === 'redis' || target === 'nats';
  return isServer ? chance.between(20, 300) : chance.between(200, 1500);
}

interface Deck {
  next: (fits?: (hurt: Hurt) => boolean) => Hurt;
}

/** Yields all combinations in random order, repeatedly. */
function endless(chance: Chance): Deck {
  const left: Hurt[] = [];
  return {
    next: (fits = () => true) => {
      let found = left.findIndex(fits);
      if (found < 0) {
        left.push(...shuffled(chance));
        found = left.findIndex(fits);
      }
      return left.splice(found, 1)[0] as Hurt;
    },
  };
}

function shuffled(chance: Chance): Hurt[] {
  return HURTS.map((hurt) => ({ hurt, place: chance.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ hurt }) => hurt);
}

/** Formats a fault for a line of a report. */
export const faultText = ({ at, length, target, kind, ms }: Fault): string =>
  `${(at / 1000).toFixed(1).padStart(7)} s  ${target.padEnd(12)} ${kind}` +
  (ms ? ` by ${ms} ms` : '') +
  (length ? ` for ${(length / 1000).toFixed(1)} s` : '');
