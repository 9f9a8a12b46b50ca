import { LookupPage } from '../../lookup/lookup-page.tsx';
import { OverviewPage } from '../../overview/overview-page.tsx';
import { mayFind } from './may-find.ts';
import { HomeFinder } from './student-finder.tsx';

const finder = () => (mayFind() ? <HomeFinder /> : null);

/** Where the office begins: the finder, what waits, and figures below it. R-569. */
export const StaffOverview = () => <OverviewPage finder={finder()} />;

/** The finder, and the lookup by single filters below it. */
export const StaffLookup = () => <LookupPage finder={finder()} />;
