/** Numbers that look random and are the same for the same seed (xoshiro128**). */
export class Random {
  private readonly state: Uint32Array<ArrayBuffer>;

  constructor(seed: number) {
    // splitmix32 spreads seeds that lie close together
    let mixed = seed | 0;
    this.state = Uint32Array.from({ length: 4 }, () => {
      mixed = (mixed + 0x9e3779b9) | 0;
      let bits = mixed ^ (mixed >>> 16);
      bits = Math.imul(bits, 0x21f0aaad);
      bits ^= bits >>> 15;
      bits = Math.imul(bits, 0x735a2d97);
      return bits ^ (bits >>> 15);
    });
  }

  /** Returns 32 bits. */
  bits(): number {
    const s = this.state;
    const [s0, s1, s2, s3] = s as unknown as [number, number, number, number];
    const product = Math.imul(s1, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9);
    s[2] = s2 ^ s0;
    s[3] = s3 ^ s1;
    s[1] = s1 ^ (s[2] as number);
    s[0] = s0 ^ (s[3] as number);
    s[2] = (s[2] as number) ^ (s1 << 9);
    const last = s[3] as number;
    s[3] = (last << 11) | (last >>> 21);
    return result >>> 0;
  }

  /** Returns a number from 0 to below 1. */
  next(): number {
    return this.bits() / 4_294_967_296;
  }

  /** Returns a whole number from 0 to below `below`. */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** Returns milliseconds, mostly few and now and then many. */
  latency(usual: number): number {
    return usual * (0.2 + this.next() + (this.next() < 0.02 ? 30 * this.next() : 0));
  }
}

/**
 * Returns the random numbers of one purpose: they do not change when another purpose draws more.
 */
export function randomOf(seed: number, part: string): Random {
  const mixed = [...part].reduce(
    (sum, char) => Math.imul(sum ^ char.charCodeAt(0), 0x01000193),
    0x811c9dc5,
  );
  return new Random(seed ^ mixed);
}
