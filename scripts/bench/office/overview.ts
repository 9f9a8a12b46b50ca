import { newYorkDay } from '@portal/contract/days';
import { chartKeys, getChart, getOverview } from '@portal/contract/overview/overview';
import { demoStaff } from '../../portal-user/demo-people.ts';
import type { Portal } from '../../start/portal-handle.ts';
import { percentile95 } from '../at-rate.ts';

const ROUNDS = 40;
/** Days of a chart: the page's longest preset, and a year. */
const SPANS = [90, 366] as const;

/**
 * Returns the 95th percentile of a hundred openings of the overview, and of its charts, in
 * milliseconds. R-569.
 */
export async function overviewFigures({
  url,
}: Portal): Promise<{ overviewMs: number; chartMs: number; slowest: string }> {
  const owner = await demoStaff(url, 'superadmin');
  const to = newYorkDay(new Date());
  const overview: number[] = [];
  const charts: number[] = [];
  let [slowest, most] = ['', 0];
  const timed = async (into: number[], work: () => Promise<unknown>): Promise<number> => {
    const begun = performance.now();
    await work();
    const ms = performance.now() - begun;
    into.push(ms);
    return ms;
  };
  for (let round = 0; round < ROUNDS; round++) {
    await timed(overview, () => owner.do(getOverview, {}));
    for (const key of chartKeys)
      for (const days of SPANS) {
        const from = Temporal.PlainDate.from(to)
          .subtract({ days: days - 1 })
          .toString();
        const ms = await timed(charts, () => owner.do(getChart, { key, from, to }));
        if (ms > most) [slowest, most] = [`${key} of ${days} days, ${ms.toFixed(0)} ms`, ms];
      }
  }
  return { overviewMs: percentile95(overview), chartMs: percentile95(charts), slowest };
}
