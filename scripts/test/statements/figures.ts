import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How many statements of each kind a step takes. */
export type Kinds = Readonly<Record<string, number>>;

/** The statements of each step, as they were when the figures were last changed. */
export type Figures = Readonly<Record<string, Kinds>>;

const FILE = join(import.meta.dirname, 'figures.json');
/** A step that needs less than this share of its figure fails too. */
const LEAST = 0.9;
const WRITE = 'WRITE_STATEMENTS=1 npm test -- calls every-call/statements';

/** Names a statement by its service, first word and first table: `registration UPDATE session`. */
export function kindOf(part: string, text: string): string {
  const [word = ''] = /\w+/.exec(text) ?? [];
  const [, table = ''] = /\b(?:FROM|INTO|UPDATE)\s+([a-z_]+)/.exec(text) ?? [];
  return `${part} ${word} ${table}`.trim();
}

/** How many statements these are. */
export const total = (kinds: Kinds): number => Object.values(kinds).reduce((sum, n) => sum + n, 0);

/** What one has of a kind beyond the other, as a list for a message. */
const beyond = (kinds: Kinds, others: Kinds): string =>
  Object.entries(kinds)
    .map(([kind, n]) => ({ kind, more: n - (others[kind] ?? 0) }))
    .filter(({ more }) => more > 0)
    .map(({ kind, more }) => `${more} × ${kind}`)
    .join(', ');

/** Compares measured steps with the committed figures; returns a sentence for each difference. */
export const differences = (measured: Figures, committed: Figures): readonly string[] =>
  [...new Set([...Object.keys(committed), ...Object.keys(measured)])].flatMap((step) => {
    const [now, then] = [measured[step] ?? {}, committed[step] ?? {}];
    const facts = `${step} takes ${total(now)} SQL statements, its committed figure is ${total(then)}`;
    if (total(now) > total(then))
      return [
        `${facts}. Added: ${beyond(now, then)}. Remove them, or run \`${WRITE}\` and explain it in the commit`,
      ];
    if (total(now) < LEAST * total(then))
      return [`${facts}. Lower the committed figure: \`${WRITE}\``];
    return [];
  });

/** Reads the committed figures. */
export const statementFigures = (): Figures => JSON.parse(readFileSync(FILE, 'utf8')) as Figures;

/** Replaces the committed figures. */
export function writeFigures(measured: Figures): void {
  const sorted = Object.entries(measured).map(([step, kinds]) => [
    step,
    Object.fromEntries(Object.entries(kinds).sort(([one], [other]) => (one < other ? -1 : 1))),
  ]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
