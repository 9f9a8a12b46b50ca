import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Column } from '../../shared/table/table-props.ts';
import { type Tone, ToneBadge } from '../../shared/ui/tone-badge.tsx';

interface Look {
  word: string;
  tone: Tone;
  icon: TablerIcon;
}
/** The label of each outcome of a row, the most important ones first. */
export type Outcomes<Outcome extends string> = Readonly<Record<Outcome, Look>>;

/** The outcome of a row, or how many rows have it. */
const OutcomeBadge = ({ word, tone, icon, count }: Look & { count?: number }) => (
  <ToneBadge tone={tone} icon={icon}>
    {count === undefined ? word : `${word} ${count.toLocaleString('en-US')}`}
  </ToneBadge>
);

/** The position of a row in its file. */
export const placeColumn: Column<{ place: string }> = {
  id: 'place',
  title: 'Row',
  text: ({ place }) => place.replace(/^row /, ''),
};

/** The outcome of each row. */
export const outcomeColumn = <Outcome extends string>(
  outcomes: Outcomes<Outcome>,
): Column<{ outcome: Outcome }> => ({
  id: 'outcome',
  title: 'Outcome',
  text: ({ outcome }) => outcomes[outcome].word,
  cell: ({ outcome }) => <OutcomeBadge {...outcomes[outcome]} />,
});

/** A badge for each outcome that rows have. */
export function countsOf<Outcome extends string>(
  outcomes: Outcomes<Outcome>,
  rows: readonly { outcome: Outcome }[],
): ReactNode {
  const counts = new Map<Outcome, number>();
  for (const { outcome } of rows) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return (Object.keys(outcomes) as Outcome[]).flatMap((outcome) => {
    const count = counts.get(outcome);
    return count === undefined
      ? []
      : [<OutcomeBadge key={outcome} {...outcomes[outcome]} count={count} />];
  });
}

/** The errors of a row. */
export const Problem = ({ children }: { children: string }) => (
  <span style={{ color: 'var(--mantine-color-error)' }}>{children}</span>
);
