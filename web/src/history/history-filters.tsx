import { Button, Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTyped } from '../shared/forms/use-typed.ts';
import type { OfficeFilters } from './api.ts';
import classes from './history.module.css';

const kinds: readonly { value: NonNullable<OfficeFilters['kind']>; label: string }[] = [
  { value: 'record', label: 'Student record' },
  { value: 'registrations', label: 'Registrations' },
  { value: 'credits', label: 'Credits and packages' },
  { value: 'payments', label: 'Payments and cards' },
  { value: 'seminary', label: 'Seminary' },
  { value: 'transcripts', label: 'Transcripts' },
];
const officeKinds: typeof kinds = [...kinds, { value: 'catalogue', label: 'Exams and packages' }];

interface HistoryFiltersProps {
  filters: OfficeFilters;
  onFilters: (filters: OfficeFilters) => void;
  /** Of all people, not of one student. */
  auditOf?: boolean;
  /** Further fields, before the days. */
  children?: ReactNode;
}

/** The filters of the rows: record, author and range of days. */
export function HistoryFilters({
  filters,
  onFilters,
  auditOf = false,
  children,
}: HistoryFiltersProps) {
  const set = (change: OfficeFilters) => onFilters({ ...filters, ...change });
  const isChosen = Object.values(filters).some((value) => value !== undefined);
  return (
    <search className={classes.filters} aria-label="Filters">
      <Select
        label="What"
        placeholder="Everything"
        data={auditOf ? officeKinds : kinds}
        value={filters.kind ?? null}
        onChange={(kind) => set({ kind: (kind ?? undefined) as OfficeFilters['kind'] })}
        clearable
        comboboxProps={{ withinPortal: false }}
      />
      <Select
        label="Who"
        placeholder="Everybody"
        data={[
          { value: 'staff', label: 'Staff' },
          { value: 'student', label: auditOf ? 'Students' : 'The student' },
          { value: 'system', label: 'The system' },
        ]}
        value={filters.who ?? null}
        onChange={(who) => set({ who: (who ?? undefined) as OfficeFilters['who'] })}
        clearable
        comboboxProps={{ withinPortal: false }}
      />
      {children}
      <Day label="From" value={filters.from} onDay={(from) => set({ from })} />
      <Day label="To" value={filters.to} onDay={(to) => set({ to })} />
      <Button variant="default" disabled={!isChosen} onClick={() => onFilters({})}>
        Clear
      </Button>
    </search>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  onDay: (day: string | undefined) => void;
}

function Day({ label, value, onDay }: DayProps) {
  const [typed, type] = useTyped(value ?? '', (day) => onDay(day || undefined));
  return (
    <TextInput
      type="date"
      label={label}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}
