import { LookupPage } from '../../lookup/lookup-page.tsx';
import { OverviewPage } from '../../overview/overview-page.tsx';
import { HomeFinder } from './finder.tsx';

/** The first page of the office: the finder, the pending work and figures below it. R-569. */
export const StaffOverview = () => <OverviewPage finder={<HomeFinder />} />;

/** The finder, and the lookup by single filters below it. */
export const StaffLookup = () => <LookupPage finder={<HomeFinder />} />;
