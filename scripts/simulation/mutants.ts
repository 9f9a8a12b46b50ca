import type { Rewrite } from './postgres/server.ts';

/**
 * Guards that can be off, by rewriting the statement that holds them on its way to the simulated
 * server; the product is as it is.
 */
export const MUTANTS: Readonly<Record<string, Rewrite>> = {
  'seat-not-taken': (text) =>
    text.replace(
      /SET seats_left = seats_left \+ \$(\d+)::integer - \$(\d+)::integer/,
      'SET seats_left = seats_left + $$$1::integer - 0 * $$$2::integer',
    ),
};
