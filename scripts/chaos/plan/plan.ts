import { type Chance, chanceOf } from '../../seed/load/chance.ts';
import { HURTS, type Hurt, isPartner } from './targets.ts';

/** One fault of a plan; times in milliseconds from the beginning. */
export interface Fault extends Hurt {
  readonly at: number;
  /** For how long; 0 for a kill, which the part recovers from by itself. */
  readonly length: number;
  /** Of a slow network or partner: by how much each piece or answer is late. */
  readonly ms: number;
}

/** Work goes on undisturbed first, so that there is something to lose. */
const LEAD_MS = 3000;
const MIN_SLOT_MS = 3500;
/**
 * Nothing that fails is tried ten times within that: no dead letter may come of a plan, and what
 * waits is tried again within seconds.
 */
export const MAX_FAULT_MS = 12_000;
/** What comes of a fault has so much of its slot to come right before the next. */
const REST = 0.3;

/**
 * The faults of a run, in the order of their beginning: each target by each kind alone in the first
 * half, as far as there is time, and two of different targets at once in the second. The same seed
 * and duration give the same plan.
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

/** As many slots as are wanted, or as fit; more than are wanted rather than long ones. */
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

/** A statement is many pieces, so what is late by little at a server is late by much for people. */
function delayOf(chance: Chance, { target }: Hurt): number {
  if (isPartner(target)) return chance.between(1000, 5000);
  const isServer = target === 'postgres' || target === 'redis' || target === 'nats';
  return isServer ? chance.between(20, 300) : chance.between(200, 1500);
}

interface Deck {
  next: (fits?: (hurt: Hurt) => boolean) => Hurt;
}

/** All ways to hurt in an order of chance, again and again. */
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

/** How a fault reads in a line of a report. */
export const faultText = ({ at, length, target, kind, ms }: Fault): string =>
  `${(at / 1000).toFixed(1).padStart(7)} s  ${target.padEnd(12)} ${kind}${ms ? ` by ${ms} ms` : ''}${length ? ` for ${(length / 1000).toFixed(1)} s` : ''}`;
