import { type Ended, simulateApart } from './apart.ts';
import type { KnownSeed } from './seeds.ts';

// A process that simulates has no real clock, so each simulation is a child process of the test.

/** The steps of each world in which a mistake is looked for. */
export const STEPS = 6_000;

/** Lives through a known world, with a mistake in the product if one is named. */
export const simulateKnown = (seed: KnownSeed, mutant?: string): Promise<Ended> =>
  simulateApart({ plan: JSON.stringify(seed), keep: '', mutant });

/**
 * Lives through worlds until the mistake is found, whichever world shows it in today's product;
 * keeps that world, made small, in the file `keep` if it is named.
 */
export const untilFound = (mutant: string, keep = ''): Promise<Ended> =>
  simulateApart({ seed: 1, seeds: 24, steps: STEPS, workers: 1, tries: 25, mutant, keep });
