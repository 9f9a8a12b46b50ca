import { SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type ChartDays, type Span, wrongDays } from '../chart-days.ts';
import classes from '../overview.module.css';

interface DaysChoiceProps {
  days: ChartDays;
  onChange: (change: Partial<ChartDays>) => void;
}

/** Of which days the charts are. */
export const DaysChoice = ({ days, onChange }: DaysChoiceProps) => (
  <div className={classes.days}>
    <SegmentedControl
      aria-label="Time"
      data={[
        { value: '7', label: '7 days' },
        { value: '30', label: '30 days' },
        { value: '90', label: '90 days' },
        { value: 'own', label: 'Own' },
      ]}
      value={days.span}
      onChange={(span) => onChange({ span: span as Span })}
    />
    {days.span === 'own' && <OwnDays days={days} onChange={onChange} />}
  </div>
);

/** A custom range: typed days stay local until they form a valid range. */
function OwnDays({ days, onChange }: DaysChoiceProps) {
  const [own, setOwn] = useState({ from: days.from, to: days.to });
  const wrong = own.from !== '' && own.to !== '' ? wrongDays(own) : null;
  const change = (typed: Partial<typeof own>) => {
    const next = { ...own, ...typed };
    setOwn(next);
    if (next.from !== '' && next.to !== '' && !wrongDays(next)) onChange(next);
  };
  return (
    <>
      <TextInput
        type="date"
        label="From"
        value={own.from}
        onChange={({ currentTarget }) => change({ from: currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To"
        value={own.to}
        error={wrong}
        onChange={({ currentTarget }) => change({ to: currentTarget.value })}
      />
    </>
  );
}
