import { TextInput } from '@mantine/core';
import { ChooseFilter } from '../../shared/filters/choose-filter.tsx';
import { choicesOf, filledIn, oneOf, textsIn } from '../../shared/filters/filter-query.ts';
import { FilterRow } from '../../shared/filters/filter-row.tsx';
import { FiltersMenu } from '../../shared/filters/filters-menu.tsx';
import classes from './day.module.css';
import { attendances, type DayFilter } from './day-filter.ts';

/** The filters of the students of a session, and their saved filters. O-03, R-574 */
export function DayFilters({
  filter,
  onFilter,
}: {
  filter: DayFilter;
  onFilter: (filter: DayFilter) => void;
}) {
  const { search, attendance } = filter;
  return (
    <FilterRow>
      <TextInput
        label="Name"
        value={search}
        maxLength={100}
        onChange={(event) => onFilter({ ...filter, search: event.currentTarget.value })}
      />
      <ChooseFilter
        label="Attendance"
        choices={choicesOf(attendances)}
        value={attendance}
        onChange={(value) =>
          onFilter({ ...filter, attendance: oneOf(attendances, value ?? undefined) })
        }
      />
      <div className={classes.menu}>
        <FiltersMenu
          table="session-day"
          query={filledIn({ search: search.trim(), attendance })}
          onApply={(saved) => {
            const wanted = textsIn(saved, ['search', 'attendance']);
            onFilter({
              search: wanted.search ?? '',
              attendance: oneOf(attendances, wanted.attendance),
            });
          }}
        />
      </div>
    </FilterRow>
  );
}
