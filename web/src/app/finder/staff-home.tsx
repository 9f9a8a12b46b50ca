import { LookupPage } from '../../lookup/lookup-page.tsx';
import { OverviewPage } from '../../overview/overview-page.tsx';
import { HomeFinder } from './finder.tsx';

/** Where the office begins: the finder, what waits, and figures below it. R-569. */
export const StaffOverview = () => <OverviewPage finder={<HomeFinder />} />;

/** The finder, and the lookup by single filters below it. */
export const StaffLookup = () => <LookupPage finder={<HomeFinder />} />;
