import type { CallChecked } from '@portal/contract/call';
import {
  type Chart,
  type ChartKey,
  type getChart,
  MAX_SERIES,
} from '@portal/contract/overview/overview';
import { invalid } from '@portal/kit/errors';
import type { CallOptions } from '@portal/kit/grpc/client';
import { steadyNow } from '@portal/kit/steady-clock';
import type { AppContext } from '../app-context.ts';
import {
  type Bucket,
  balanceSeries,
  bucketsOf,
  type Counted,
  countSeries,
  type Drawn,
  type HrefOf,
  shareSeries,
} from './chart-points.ts';

type ChartRequest = CallChecked<typeof getChart>;
type Filter = 'locationId' | 'vendorId' | 'schoolId';
interface Question {
  request: ChartRequest;
  /** Called after the service has checked the days: too many of them are too many points. */
  buckets: () => Bucket[];
  by: CallOptions;
  context: AppContext;
}
interface Figure {
  unit: Chart['unit'];
  /** The filters of the figure; another filter is refused, since it would have no effect. */
  filters: readonly Filter[];
  draw: (question: Question) => Promise<Drawn & { asOf: Date | undefined }>;
}

/** Returns an address with the defined parameters. */
function address(path: string, params: Readonly<Record<string, string | number | undefined>>) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    if (value !== undefined) query.set(name, String(value));
  return `${path}?${query.toString()}`;
}

const ALL = 0;
const registrationsOf =
  (by: 'made' | 'graded', { vendorId, locationId }: ChartRequest): HrefOf =>
  ({ from, to }, id) =>
    address('/admin/overview/registrations', {
      by,
      from,
      to,
      vendorId: id === ALL ? vendorId : id,
      locationId,
    });

async function registrations(
  { request, buckets, by, context }: Question,
  seriesOf: (figure: { vendorId: number; vendorName: string }) => { id: number; name: string },
) {
  const { figures, asOf } = await context.registration.figures.listRegistrationFigures(request, by);
  const counted: Counted[] = figures.map((figure) => ({
    ...seriesOf(figure),
    day: figure.day,
    count: figure.registrations,
  }));
  return { counted, asOf, hrefOf: registrationsOf('made', request), buckets: buckets() };
}

/** The pass rate of each exam, of those with the most results. */
async function passRateOfExams({ request, buckets, by, context }: Question) {
  const { figures, total, asOf } = await context.registration.figures.listExamResultFigures(
    { ...request, limit: MAX_SERIES },
    by,
  );
  const counted: Counted[] = figures.map(({ examId, subject, vendorName, ...figure }) => ({
    id: examId,
    name: `${subject}, ${vendorName}`,
    day: figure.day,
    count: figure.passed,
    of: figure.passed + figure.notPassed,
  }));
  const hrefOf: HrefOf = ({ from, to }, examId) =>
    address('/admin/overview/registrations', { by: 'graded', from, to, examId });
  return { ...shareSeries(counted, buckets(), hrefOf), total, asOf };
}

const figures: Readonly<Record<ChartKey, Figure>> = {
  registrations: {
    unit: 'count',
    filters: ['locationId', 'vendorId'],
    async draw(question) {
      const whole = { id: ALL, name: 'Registrations' };
      const { counted, asOf, hrefOf, buckets } = await registrations(question, () => whole);
      const lines = countSeries(counted, buckets, hrefOf);
      return { ...oneAtLeast(lines, whole, question, hrefOf), asOf };
    },
  },
  vendors: {
    unit: 'count',
    filters: ['locationId', 'vendorId'],
    async draw(question) {
      const { counted, asOf, hrefOf, buckets } = await registrations(
        question,
        ({ vendorId: id, vendorName: name }) => ({ id, name }),
      );
      return { ...countSeries(counted, buckets, hrefOf), asOf };
    },
  },
  pass_rate: {
    unit: 'percent',
    filters: ['vendorId'],
    async draw(question) {
      const { request, buckets, by, context } = question;
      if (request.per === 'exam') return passRateOfExams(question);
      const figures = await context.registration.figures.listResultFigures(request, by);
      const counted = figures.figures.map(({ vendorId, vendorName, day, passed, notPassed }) => ({
        id: vendorId,
        name: vendorName,
        day,
        count: passed,
        of: passed + notPassed,
      }));
      return {
        ...shareSeries(counted, buckets(), registrationsOf('graded', request)),
        asOf: figures.asOf,
      };
    },
  },
  seats: {
    unit: 'percent',
    filters: ['locationId'],
    async draw({ request, buckets, by, context }) {
      const figures = await context.registration.figures.listSeatFigures(request, by);
      const counted = figures.figures.map(({ locationId, locationName, day, taken, seats }) => ({
        id: locationId,
        name: locationName,
        day,
        count: taken,
        of: seats,
      }));
      const hrefOf: HrefOf = ({ from, to }, branch) =>
        address('/admin/calendar', { view: 'list', day: from, until: to, branch, counted: 'true' });
      return { ...shareSeries(counted, buckets(), hrefOf), asOf: figures.asOf };
    },
  },
  revenue: {
    unit: 'money',
    filters: [],
    async draw({ request, buckets, by, context }) {
      const figures = await context.payments.figures.listMoneyFigures(request, by);
      const moneyOf = (
        name: string,
        kind: 'captured' | 'refunded' | undefined,
        cents: (figure: (typeof figures.figures)[number]) => number,
      ) => {
        const counted = figures.figures.map((figure) => ({
          id: ALL,
          name,
          day: figure.day,
          count: cents(figure),
        }));
        const hrefOf: HrefOf = ({ from, to }) =>
          address('/admin/overview/payments', { from, to, kind });
        const {
          series: [series],
        } = countSeries(
          counted.length > 0 ? counted : [{ id: ALL, name, day: request.from, count: 0 }],
          buckets(),
          hrefOf,
        );
        const points = (series?.points ?? []).map((point) => ({ ...point, y: point.y / 100 }));
        return { name, points };
      };
      const series = [
        moneyOf('Revenue', undefined, (day) => day.capturedCents - day.refundedCents),
        moneyOf('Captured', 'captured', (day) => day.capturedCents),
        moneyOf('Refunded', 'refunded', (day) => day.refundedCents),
      ];
      return { series, total: series.length, asOf: figures.asOf };
    },
  },
  school_balances: {
    unit: 'money',
    filters: ['schoolId'],
    async draw({ request, buckets, by, context }) {
      const figures = await context.schools.figures.listBalanceFigures(request, by);
      const balances = figures.schools.map(({ schoolId: id, ...school }) => ({ id, ...school }));
      const hrefOf: HrefOf = ({ to }, school) => address('/admin/school-account', { school, to });
      return { ...balanceSeries(balances, buckets(), hrefOf), asOf: figures.asOf };
    },
  },
};

/** A whole that has nothing to count is a line of zeros. */
const oneAtLeast = (
  lines: Drawn,
  { id, name }: { id: number; name: string },
  { request, buckets }: Question,
  hrefOf: HrefOf,
): Drawn =>
  lines.total > 0
    ? lines
    : countSeries([{ id, name, day: request.from, count: 0 }], buckets(), hrefOf);

/**
 * A figure over some days (C-O45). Refuses with invalid a filter that the figure does not know, and
 * as the service does whose figure it is.
 */
export async function drawChart(
  input: ChartRequest,
  by: CallOptions,
  context: AppContext,
): Promise<Chart> {
  const { unit, filters, draw } = figures[input.key];
  for (const name of ['locationId', 'vendorId', 'schoolId'] as const)
    if (input[name] !== undefined && !filters.includes(name))
      throw invalid({ path: name, message: `${name} invalid` });
  if (input.per !== undefined && input.key !== 'pass_rate')
    throw invalid({ path: 'per', message: 'per invalid' });
  const { series, total, asOf } = await draw({
    request: input,
    by,
    context,
    buckets: () => bucketsOf(input, input.by ?? 'day'),
  });
  return { unit, series, total, asOf: (asOf ?? steadyNow()).toISOString() };
}
