/** A whole name, split into first and last name. */
export interface WholeName {
  first: string;
  last: string;
}

/** Each way in which words can be a first and a last name, in both orders: 'levi dana' is two. */
export function nameSplits(words: readonly string[]): WholeName[] {
  return words.slice(1).flatMap((_, at) => {
    const [head, tail] = [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')];
    return [
      { first: head, last: tail },
      { first: tail, last: head },
    ];
  });
}
