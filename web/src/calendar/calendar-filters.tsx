import { can, scopeOf } from '@portal/access/can';
import { useVendors } from '../shared/filters/vendor-choice.tsx';
import { SearchSelect } from '../shared/forms/search-select.tsx';
import { readSession } from '../shared/session/session.ts';
import { genderTexts, stateTexts, typeTexts, useLocations, useSchools } from './api.ts';
import classes from './calendar.module.css';
import type { FilterName, CalendarFilters as Filters } from './use-calendar-place.ts';

interface CalendarFiltersProps {
  filters: Filters;
  proctors: readonly string[];
  onFilter: (change: Filters) => void;
}

const choicesOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));
const named = (rows: readonly { id: number; name: string }[] | undefined) =>
  (rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }));

/** The filters, each stored in the address. */
export function CalendarFilters({ filters, proctors, onFilter }: CalendarFiltersProps) {
  const locations = useLocations();
  const vendors = useVendors();
  // to a school admin all sessions are those of the own school
  const isOffice = scopeOf(readSession(), 'office_session.list') === 'any';
  const mayListSchools = isOffice && can(readSession(), 'active_school.list');
  const schools = useSchools(mayListSchools);
  const select = (name: FilterName, label: string, data: { value: string; label: string }[]) => (
    <SearchSelect
      aria-label={label}
      placeholder={label}
      data={data}
      value={filters[name] ?? null}
      onChange={(value) => onFilter({ [name]: value ?? undefined } as Filters)}
      clearable
      searchable={data.length > 8}
    />
  );
  return (
    <fieldset className={classes.filters} aria-label="Filters">
      {isOffice && select('branch', 'Branch', named(locations.data))}
      {mayListSchools && select('school', 'School', named(schools.data))}
      {isOffice && select('kind', 'Kind', choicesOf(typeTexts))}
      {select('vendor', 'Vendor', vendors)}
      {select(
        'proctor',
        'Proctor',
        proctors.map((name) => ({ value: name, label: name })),
      )}
      {select('gender', 'For', choicesOf(genderTexts))}
      {select('state', 'State', choicesOf(stateTexts))}
      {filters.counted && select('counted', 'Counted', [{ value: 'true', label: 'Counted' }])}
    </fieldset>
  );
}
