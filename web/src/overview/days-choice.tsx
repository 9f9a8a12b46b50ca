import { SegmentedControl, TextInput } from '@mantine/core';
import type { ChartDays, Span } from './chart-days.ts';
import classes from './overview.module.css';

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
    {days.span === 'own' && (
      <>
        <TextInput
          type="date"
          label="From"
          value={days.from}
          onChange={({ currentTarget }) =>
            currentTarget.value && onChange({ from: currentTarget.value })
          }
        />
        <TextInput
          type="date"
          label="To"
          value={days.to}
          onChange={({ currentTarget }) =>
            currentTarget.value && onChange({ to: currentTarget.value })
          }
        />
      </>
    )}
  </div>
);
