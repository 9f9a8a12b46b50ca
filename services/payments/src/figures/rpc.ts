import { figureDays } from '@portal/kit/figures/figure-days';
import { rpcs } from '@portal/kit/grpc/rpc';
import { FiguresServiceDefinition } from '@portal/proto/payments/v1/figures';
import { domainError } from '../errors.ts';
import { oldestChange, readEntries, readMoneyFigures, sumEntries } from './store.ts';

const MAX_PAGE_SIZE = 200;
const tooLong = () => domainError('range_too_long');

export const figureRpcs = rpcs(FiguresServiceDefinition, {
  listMoneyFigures: {
    handle: async (asked, { db, now }) => {
      const days = figureDays(asked, tooLong);
      const [figures, changed] = await Promise.all([readMoneyFigures(db, days), oldestChange(db)]);
      return { figures, asOf: changed ?? now };
    },
  },
  listMoneyEntries: {
    handle: async ({ kind, page, pageSize, ...asked }, { db }) => {
      const { start, end } = figureDays(asked, tooLong);
      const limit = Math.min(Math.max(pageSize, 1), MAX_PAGE_SIZE);
      const offset = (Math.max(page, 1) - 1) * limit;
      const [entries, sum] = await Promise.all([
        readEntries(db, { start, end, kind }, limit, offset),
        sumEntries(db, { start, end, kind }),
      ]);
      return {
        entries: entries.map(({ studentId, schoolId, ...entry }) => ({
          ...entry,
          studentId: studentId ?? undefined,
          schoolId: schoolId ?? undefined,
        })),
        ...sum,
      };
    },
  },
});
