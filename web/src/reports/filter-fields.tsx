import { Button, Input, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useAnswer } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';
import { ExamPicker } from '../shared/exams/exam-picker.tsx';
import { VendorChoice, vendorsOf } from '../shared/filters/vendor-choice.tsx';
import { SearchSelect } from '../shared/forms/search-select.tsx';
import classes from './reports.module.css';
import type { useFilters } from './use-filters.ts';

export type Filters = ReturnType<typeof useFilters>;

interface Choice {
  value: string;
  label: string;
}
interface FilterSelectProps {
  label: string;
  data: readonly Choice[];
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
  /** The meaning of an empty choice. */
  none?: string;
}

/** One of some choices, or all of them. */
export const FilterSelect = ({
  label,
  data,
  value,
  onChange,
  disabled,
  none = 'All',
}: FilterSelectProps) => (
  <SearchSelect
    label={label}
    placeholder={none}
    data={[...data]}
    value={value || null}
    onChange={(chosen) => onChange(chosen ?? '')}
    clearable
    disabled={disabled ?? false}
    comboboxProps={{ withinPortal: false }}
  />
);

/** From and To. R-332. */
export const DayFields = ({ filters, set, daysError }: Filters) => (
  <>
    <TextInput
      type="date"
      label="From"
      required
      value={filters.from}
      onChange={(event) => set({ from: event.currentTarget.value })}
    />
    <TextInput
      type="date"
      label="To"
      required
      value={filters.to}
      error={daysError}
      onChange={(event) => set({ to: event.currentTarget.value })}
    />
  </>
);

/** A vendor, and one of its exams. */
export function ExamFields({ filters, set }: Filters) {
  const exams = useAnswer(api.getAllActiveExams, {}, { fresh: 60_000 });
  const ofVendor = exams.data?.filter(
    ({ vendor_id }) => filters.vendor === '' || String(vendor_id) === filters.vendor,
  );
  return (
    <>
      <Input.Wrapper label="Vendor" labelElement="div" labelProps={{ 'aria-hidden': true }}>
        <VendorChoice
          fullWidth
          vendors={vendorsOf(exams.data ?? [])}
          value={filters.vendor}
          onChange={(vendor) => set({ vendor, exam: '' })}
        />
      </Input.Wrapper>
      <ExamPicker
        exams={ofVendor}
        value={filters.exam === '' ? null : Number(filters.exam)}
        onChange={(exam) => set({ exam: exam ? String(exam.id) : '' })}
      />
    </>
  );
}

/** A cohort of a school. R-268. */
export function CohortField({
  filters,
  set,
  schoolId,
  isOfOwn = false,
}: Filters & { schoolId: number | null; isOfOwn?: boolean }) {
  const isKnown = schoolId !== null || isOfOwn;
  const cohorts = useAnswer(api.getSchoolCohorts, schoolId === null ? {} : { schoolId }, {
    enabled: isKnown,
    fresh: 60_000,
  });
  const names = isKnown ? (cohorts.data?.distinct_cohorts.split(',').filter(Boolean) ?? []) : [];
  return (
    <FilterSelect
      label="Cohort"
      data={names.map((name) => ({ value: name, label: name }))}
      value={filters.cohort}
      onChange={(cohort) => set({ cohort })}
      disabled={!isKnown}
    />
  );
}

/** 'Last month', 'Get registrations' and 'Export registrations'. */
export const ReportButtons = ({ mayAsk, mayExport, save, report, askLastMonth }: Filters) => (
  <div className={classes.buttons}>
    <Button variant="subtle" disabled={report.isFetching} onClick={askLastMonth}>
      Last month
    </Button>
    <Button
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.8} />}
      disabled={!mayExport}
      onClick={save}
    >
      Export registrations
    </Button>
    <Button type="submit" disabled={!mayAsk} loading={report.isFetching}>
      Get registrations
    </Button>
  </div>
);
