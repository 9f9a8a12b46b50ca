import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, NativeSelect } from '@mantine/core';
import type { Exam } from '@portal/contract/exams/exam';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useId, useMemo, useRef, useState } from 'react';
import { type Cost, type ExamFilters, filterCount, type Sorting } from './exam-filters.ts';
import classes from './filter-bar.module.css';

const costNames: Record<Cost, string> = {
  held: t`My credits are enough`,
  '1-3': t`1 to 3 credits`,
  '4-5': t`4 or 5 credits`,
  '6-': t`6 credits or more`,
};
const sortingNames: Record<Sorting, string> = {
  name: t`By name`,
  credits: t`Fewest credits first`,
  duration: t`Shortest first`,
  vendor: t`By vendor`,
};
const optionsOf = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));
const noFilter = { vendor: null, cost: null, isOpen: false, isOnline: false } as const;

interface FilterBarProps {
  /** Every exam of the list, before filtering. */
  exams: readonly Exam[];
  filters: ExamFilters;
  onChange: (filters: ExamFilters) => void;
}

/** Narrows the list down and orders it; on a phone it unfolds. */
export function FilterBar({ exams, filters, onChange }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const count = filterCount(filters);
  const vendors = useMemo(
    () =>
      [...new Map(exams.map(({ vendor_id, vendor_name }) => [vendor_id, vendor_name]))]
        .sort(([a], [b]) => a - b)
        .map(([value, label]) => ({ value: String(value), label })),
    [exams],
  );
  const change = (part: Partial<ExamFilters>) => onChange({ ...filters, ...part });
  return (
    <div className={classes.bar}>
      <Button
        variant="default"
        className={classes.toggle ?? ''}
        leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.8} aria-hidden="true" />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {count === 0 ? t`Filter and sort` : t`Filter and sort, ${count} set`}
      </Button>
      <fieldset
        ref={group}
        id={id}
        className={classes.filters}
        data-open={isOpen || undefined}
        tabIndex={-1}
      >
        <legend>
          <Trans>Filter and sort</Trans>
        </legend>
        <NativeSelect
          aria-label={t`Vendor`}
          value={filters.vendor ?? ''}
          data-set={filters.vendor !== null || undefined}
          data={[{ value: '', label: t`All vendors` }, ...vendors]}
          onChange={({ currentTarget: { value } }) =>
            change({ vendor: value === '' ? null : Number(value) })
          }
        />
        <NativeSelect
          aria-label={t`Credits`}
          value={filters.cost ?? ''}
          data-set={filters.cost !== null || undefined}
          data={[{ value: '', label: t`Any credits` }, ...optionsOf(costNames)]}
          onChange={({ currentTarget: { value } }) =>
            change({ cost: value === '' ? null : (value as Cost) })
          }
        />
        <Toggle on={filters.isOpen} onChange={(on) => change({ isOpen: on })}>
          {t`Can take now`}
        </Toggle>
        <Toggle on={filters.isOnline} onChange={(on) => change({ isOnline: on })}>
          {t`Online`}
        </Toggle>
        {count > 0 && (
          <Button
            variant="subtle"
            onClick={() => {
              change(noFilter);
              group.current?.focus(); // this button goes
            }}
          >
            <Trans>Clear filters</Trans>
          </Button>
        )}
        <NativeSelect
          aria-label={t`Sort`}
          className={classes.sort ?? ''}
          value={filters.sorting}
          data={optionsOf(sortingNames)}
          onChange={({ currentTarget: { value } }) => change({ sorting: value as Sorting })}
        />
      </fieldset>
    </div>
  );
}

function Toggle({
  on,
  onChange,
  children,
}: {
  on: boolean;
  onChange: (on: boolean) => void;
  children: string;
}) {
  return (
    <Button
      variant={on ? 'light' : 'default'}
      className={classes.choice ?? ''}
      aria-pressed={on}
      onClick={() => onChange(!on)}
    >
      {children}
    </Button>
  );
}
