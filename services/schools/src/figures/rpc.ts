import { figureDays } from '@portal/kit/figures/figure-days';
import { rpcs } from '@portal/kit/grpc/rpc';
import { FiguresServiceDefinition } from '@portal/proto/schools/v1/figures';
import { domainError } from '../errors.ts';
import { readBalanceDays, readOpenings } from './store.ts';

export const figureRpcs = rpcs(FiguresServiceDefinition, {
  listBalanceFigures: {
    handle: async ({ schoolId = null, ...asked }, { db, now }) => {
      const days = figureDays(asked, () => domainError('range_too_long'));
      const [openings, changes] = await Promise.all([
        readOpenings(db, days.from, schoolId),
        readBalanceDays(db, days, schoolId),
      ]);
      const ofSchool = Map.groupBy(changes, (change) => change.schoolId);
      return {
        schools: openings.map((school) => ({
          ...school,
          days: (ofSchool.get(school.schoolId) ?? []).map(({ day, cents }) => ({
            day,
            cents,
          })),
        })),
        asOf: now,
      };
    },
  },
});
