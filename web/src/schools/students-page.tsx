import { useSearchParams } from 'react-router-dom';
import { useAnswer } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';
import { SearchSelect } from '../shared/forms/search-select.tsx';
import { NO_SCHOOLS } from '../shared/page/empty-lists.ts';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { CallError } from '../shared/ui/feedback.tsx';
import { StudentList } from './student-list.tsx';

/** the students of a school; the office chooses the school first. */
export function SchoolStudentsPage() {
  const schools = useAnswer(api.getActiveSchools, {});
  const [search, setSearch] = useSearchParams();
  const all = schools.data ?? [];
  const requestedSchool = Number(search.get('school'));
  const only = all.length === 1 ? all[0] : undefined;
  const school = only ?? all.find(({ id }) => id === requestedSchool);
  return (
    <StaffPage title="Manage students">
      <CallError error={schools.error} onRetry={() => void schools.refetch()} />
      {!only && (
        <SearchSelect
          label="School"
          placeholder="Choose a school"
          description={schools.data?.length === 0 ? NO_SCHOOLS : undefined}
          maw={360}
          data={all.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={school ? String(school.id) : null}
          onChange={(id) => setSearch(id ? { school: id } : {}, { replace: true })}
        />
      )}
      {school && <StudentList key={school.id} schoolId={school.id} />}
    </StaffPage>
  );
}
