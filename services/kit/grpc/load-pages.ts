/**
 * A page of rows for a table: names of columns as the table has them. Times are ISO texts, money
 * integer cents.
 */
export type Row = Readonly<Record<string, unknown>>;

/**
 * Takes pages, one line of JSON each, from standard input, one after the other: the next one is
 * read when `take` is done with this one, so a writer that is faster waits. Returns at the end of
 * the input.
 */
export async function eachPage<Page>(take: (page: Page) => Promise<void>): Promise<void> {
  let rest: string[] = [];
  process.stdin.setEncoding('utf8');
  for await (const piece of process.stdin as AsyncIterable<string>) {
    const [first = '', ...more] = piece.split('\n');
    rest.push(first);
    for (const line of more) {
      const page = rest.join('');
      rest = [line];
      if (page !== '') await take(JSON.parse(page) as Page);
    }
  }
}
