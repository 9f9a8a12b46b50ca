import { useAnswer } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';
import { FiltersMenu } from '../shared/filters/filters-menu.tsx';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { asksOfAll } from './api.ts';
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

const SCHOOL_SESSIONS = 22;

/** the registrations of a school with their grades; the office chooses the school first. */
export function GradesPage() {
  const isOffice = asksOfAll();
  const all = useFilters((request) =>
    isOffice && request.schoolId === undefined
      ? null
      : { ...request, dateType: 1, sessionTypeId: SCHOOL_SESSIONS, sessionTypeValueId: undefined },
  );
  const { filters, set } = all;
  const schools = useAnswer(api.getActiveSchools, {}, { enabled: isOffice, fresh: 60_000 });
  const school = filters.school === '' ? null : Number(filters.school);
  return (
    <StaffPage
      title="Grades"
      actions={
        <FiltersMenu
          table="school-registrations-report"
          query={{ ...filters }}
          onApply={all.apply}
        />
      }
    >
      <form className={classes.filters} onSubmit={all.ask}>
        {isOffice && (
          <FilterSelect
            label="School"
            none="Choose a school"
            data={(schools.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            value={filters.school}
            onChange={(chosen) => set({ school: chosen, cohort: '' })}
          />
        )}
        <DayFields {...all} />
        <CohortField {...all} schoolId={school} isOfOwn={!isOffice} />
        <ExamFields {...all} />
        <ReportButtons {...all} />
      </form>
      <ReportView report={all.report} file={all.file} />
    </StaffPage>
  );
}
