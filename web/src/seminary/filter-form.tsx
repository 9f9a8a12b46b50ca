import { Button, NativeSelect, TextInput } from '@mantine/core';
import { MaskedInput } from '../shared/forms/masked-input.tsx';
import { dateMask, lastFourMask } from '../shared/forms/masks.ts';
import { NO_SEMINARIES } from '../shared/page/empty-lists.ts';
import { useSeminaries, yearText } from './api.ts';
import { type Filters, noFilters } from './filters.ts';
import classes from './seminary.module.css';

/** Browsers must not suggest a person's data to another user of the same desk. */
const plain = { autoComplete: 'off', maxLength: 254 } as const;

interface FilterFormProps {
  filters: Filters;
  /** Years that there are students of, the newest first. */
  years: readonly number[];
  onChange: (filters: Filters) => void;
}

/** One line of fields; the rows follow while one types. */
export function FilterForm({ filters, years, onChange }: FilterFormProps) {
  const seminaries = useSeminaries();
  const set = (name: keyof Filters) => (value: string) => onChange({ ...filters, [name]: value });
  const text = (name: keyof Filters) => ({
    ...plain,
    value: filters[name],
    onChange: (event: { currentTarget: { value: string } }) => set(name)(event.currentTarget.value),
  });
  const choice = (name: 'seminaryId' | 'year', data: { value: string; label: string }[]) => ({
    size: 'xs',
    value: filters[name],
    data: [{ value: '', label: 'All' }, ...data],
    onChange: (event: { currentTarget: { value: string } }) => set(name)(event.currentTarget.value),
  });
  return (
    <form
      aria-label="Seminary students"
      className={classes.filters}
      onSubmit={(event) => event.preventDefault()}
    >
      <MaskedInput
        {...plain}
        value={filters.ssn}
        onChange={set('ssn')}
        mask={lastFourMask}
        label="SSN (last 4)"
        className={classes.digits}
      />
      <MaskedInput
        {...plain}
        value={filters.dob}
        onChange={set('dob')}
        mask={dateMask}
        label="Date of birth"
        placeholder="MM/DD/YYYY"
        className={classes.day}
      />
      <TextInput {...text('email')} label="Email" className={classes.wide} />
      <TextInput {...text('lastName')} label="Last name" className={classes.wide} />
      <NativeSelect
        {...choice(
          'seminaryId',
          (seminaries.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        )}
        label="Seminary"
        description={seminaries.data?.length === 0 ? NO_SEMINARIES : undefined}
        className={classes.wide}
      />
      <NativeSelect
        {...choice(
          'year',
          years.map((year) => ({ value: String(year), label: yearText(year) })),
        )}
        label="Year"
        className={classes.day}
      />
      <Button
        variant="subtle"
        color="gray"
        className={classes.clear}
        onClick={() => onChange(noFilters)}
      >
        Clear
      </Button>
    </form>
  );
}
