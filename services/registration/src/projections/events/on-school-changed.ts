import { on } from '@portal/kit/events/inbox';
import { SchoolChanged } from '@portal/proto/schools/v1/events';
import { keepChanged } from '../keep-changed.ts';
import { fetchSchools } from '../read-projections.ts';

export const onSchoolChanged = on(SchoolChanged, {
  prepare: ({ data }) => fetchSchools([data.schoolId]),
  apply: (tx, _event, schools) => keepChanged(tx, { schools }),
});
