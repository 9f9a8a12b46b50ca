/** Letters of the names that are kept: their keys have no case and no accents. */
const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', 'אבגדהוזחטיכלמנסעפצקרשתךםןףץ'] as const;
/** Longer words share enough trigrams with the intended name. */
const LONGEST = 6;
const SHORTEST = 3;

/**
 * Returns the words that are one typing error away from a short word: a letter wrong, missing,
 * extra, or swapped with the next. Returns none for words of other lengths.
 */
export function oneSlipAway(word: string): string[] {
  const letters = [...word];
  if (letters.length < SHORTEST || letters.length > LONGEST) return [];
  const alphabet = [...(ALPHABETS.find((one) => letters.some((l) => one.includes(l))) ?? '')];
  const meant = new Set<string>();
  for (let at = 0; at <= letters.length; at++) {
    const [head, [letter = '', next = '', ...tail]] = [letters.slice(0, at), letters.slice(at)];
    const add = (...middle: string[]) => meant.add([...head, ...middle].join(''));
    for (const other of alphabet) {
      add(other, letter, next, ...tail);
      if (letter !== '') add(other, next, ...tail);
    }
    if (letter !== '') add(next, ...tail);
    if (next !== '') add(next, letter, ...tail);
  }
  meant.delete(word);
  return [...meant];
}
