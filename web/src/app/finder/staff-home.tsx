import { LookupPage } from '../../lookup/lookup-page.tsx';
import { mayFind } from './may-find.ts';
import { HomeFinder } from './student-finder.tsx';

/** The first page of staff: the finder, and the lookup by single filters below it. */
export const StaffHome = () => <LookupPage finder={mayFind() ? <HomeFinder /> : null} />;
