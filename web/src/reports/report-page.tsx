import { sessionTypes } from '@portal/contract/sessions/report';
import { useAnswer } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';
import { FiltersMenu } from '../shared/filters/filters-menu.tsx';
import { StaffPage } from '../shared/page/staff-page.tsx';
import {
  CohortField,
  DayFields,
  ExamFields,
  FilterSelect,
  ReportButtons,
} from './filter-fields.tsx';
import { ReportView } from './report-view.tsx';
import classes from './reports.module.css';
import { useFilters } from './use-filters.ts';

const LOCATION = '21';
const SCHOOL = '22';
const dateTypes = [
  { value: '1', label: 'Exam dates' },
  { value: '2', label: 'Batch dates' },
];
const types = Object.entries(sessionTypes).map(([value, label]) => ({ value, label }));
const choices = (rows: readonly { id: number; name: string }[] | undefined) =>
  (rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }));

/** the registrations of some days, in a table and as a file. */
export function ReportPage() {
  const all = useFilters((request) => request);
  const { filters, set } = all;
  const locations = useAnswer(api.getActiveLocations, {}, { fresh: 60_000 });
  const schools = useAnswer(api.getActiveSchools, {}, { fresh: 60_000 });
  const packages = useAnswer(api.getSpecialPackageTypes, {}, { fresh: 60_000 });
  const isOfSchool = filters.type === SCHOOL;
  const places = isOfSchool ? schools.data : filters.type === LOCATION ? locations.data : undefined;
  return (
    <StaffPage
      title="Registrations report"
      actions={
        <FiltersMenu table="registrations-report" query={{ ...filters }} onApply={all.apply} />
      }
    >
      <form className={classes.filters} onSubmit={all.ask}>
        <DayFields {...all} />
        <FilterSelect
          label="Date type"
          data={dateTypes}
          value={filters.dates}
          onChange={(dates) => set({ dates: dates || '1' })}
        />
        <FilterSelect
          label="Session type"
          data={types}
          value={filters.type}
          onChange={(type) => set({ type, place: '', cohort: '' })}
        />
        <FilterSelect
          label="Location or school"
          data={choices(places)}
          value={filters.place}
          onChange={(place) => set({ place, cohort: '' })}
          disabled={places === undefined}
        />
        <ExamFields {...all} />
        <FilterSelect
          label="Package"
          data={(packages.data ?? []).map(({ id, displayName }) => ({
            value: String(id),
            label: displayName,
          }))}
          value={filters.package}
          onChange={(chosen) => set({ package: chosen })}
        />
        <CohortField
          {...all}
          schoolId={isOfSchool && filters.place !== '' ? Number(filters.place) : null}
        />
        <ReportButtons {...all} />
      </form>
      <ReportView report={all.report} file={all.file} />
    </StaffPage>
  );
}
