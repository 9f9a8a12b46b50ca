/**
 * Chance that comes out the same for the same seed: numbers from 0 up to 1, and what can be made of
 * them.
 */
export interface Chance {
  next(): number;
  /** A whole number from `least` to `most`, both possible. */
  between(least: number, most: number): number;
  /** True in so many of one. */
  is(part: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Draws one of the names by their weights. */
  weighed<T extends string>(weights: Readonly<Record<T, number>>): T;
}

/** Mulberry32: small, quick, and good enough to spread data. */
export function chanceOf(seed: number): Chance {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    is: (part) => next() < part,
    pick: (list) => list[Math.floor(next() * list.length)] as (typeof list)[number],
    weighed(weights) {
      const names = Object.keys(weights) as (keyof typeof weights)[];
      let left = next() * names.reduce((sum, name) => sum + weights[name], 0);
      for (const name of names) {
        left -= weights[name];
        if (left < 0) return name;
      }
      return names.at(-1) as (typeof names)[number];
    },
  };
}
