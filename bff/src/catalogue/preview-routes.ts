import { cataloguePreview, type SeenBy } from '@portal/contract/catalogue/catalogue-preview';
import { notFound } from '@portal/kit/errors';
import type { CallOptions } from '@portal/kit/grpc/client';
import type { HeldPrice } from '@portal/proto/catalog/v1/office_prices';
import type { CreditsSeen } from '@portal/proto/payments/v1/credits';
import type { AppContext } from '../app-context.ts';
import { route } from '../http/route.ts';
import { actorOf } from '../http/session/caller.ts';
import { boundExams } from '../payments/packages.ts';
import { examSeenBy, packageSeenBy, type Refused } from './seen-by.ts';

interface PreviewRequest {
  studentId: number | undefined;
  on: string | undefined;
  /** Of the caller. */
  by: CallOptions;
  /** The same, about the student where there is one. */
  about: CallOptions;
}

const amountOf = (prices: readonly HeldPrice[], kind: string, usual = 0): number =>
  prices.find((price) => price.kind === kind)?.amountCents ?? usual;

export const cataloguePreviewRoutes = [
  route(cataloguePreview, async ({ input, session, by }, context) => {
    const { examId, packageId = 0, student_id: studentId, on } = input;
    const about = studentId === undefined ? by : { ...by, actor: actorOf(session, studentId) };
    const request = { studentId, on, by, about };
    const asSeen =
      examId === undefined
        ? await packageSeen(packageId, request, context)
        : await examSeen(examId, request, context);
    return { asSeen };
  }),
];

async function examSeen(
  examId: number,
  request: PreviewRequest,
  context: AppContext,
): Promise<SeenBy[]> {
  const { catalog, payments } = context;
  const { studentId, on, by } = request;
  const [{ exams }, { prices }, refusals, nameOf] = await Promise.all([
    catalog.officeExams.listOfficeExams({ retired: true, ids: [examId] }, by),
    catalog.officePrices.listPricesOn({ on, examIds: [examId] }, by),
    refusalsOf([examId], request, context),
    namesOf(request, context),
  ]);
  const exam = exams[0]?.exam;
  if (!exam) throw notFound('exam_not_found', 'No exam found');
  const proctorFeeCents = amountOf(prices, 'proctor_fee');
  const { id, vendorId, credits } = exam;
  const { seen } = await payments.credits.previewCredits(
    {
      studentId,
      ...creditPrices(prices),
      exam: { id, vendorId, credits, usualProctorFeeCents: proctorFeeCents },
    },
    by,
  );
  const atDay = {
    exam: { ...exam, additionalChargeCents: amountOf(prices, 'additional_charge') },
    proctorFeeCents,
    refused: refusals.get(examId),
  };
  return seen.map((one) => examSeenBy(nameOf(one), atDay, one));
}

async function packageSeen(
  packageId: number,
  request: PreviewRequest,
  context: AppContext,
): Promise<SeenBy[]> {
  const { catalog, payments } = context;
  const { studentId, on, by } = request;
  const [{ packages }, { prices }, nameOf] = await Promise.all([
    catalog.officePackages.listOfficePackages({ retired: true, ids: [packageId] }, by),
    catalog.officePrices.listPricesOn({ on, packageIds: [packageId] }, by),
    namesOf(request, context),
  ]);
  const pack = packages[0]?.package;
  if (!pack) throw notFound('package_not_found', 'No package found');
  const sold = {
    ...pack,
    purchasePriceCents: amountOf(prices, 'package', pack.purchasePriceCents),
    proctorFeeCents: amountOf(prices, 'package_proctor_fee', pack.proctorFeeCents),
  };
  const examIds = boundExams([sold]);
  const [refusals, { seen }] = await Promise.all([
    refusalsOf(examIds, request, context),
    payments.credits.previewCredits({ studentId, ...creditPrices(prices), withPrograms: true }, by),
  ]);
  const takeableExams = new Set(examIds.filter((id) => refusals.get(id) === undefined));
  return seen.map((one) =>
    packageSeenBy(
      nameOf(one),
      sold,
      { programs: one.programs, takeableExams },
      one.credits?.buyingDisabled ?? false,
    ),
  );
}

const creditPrices = (prices: readonly HeldPrice[]) => ({
  memberCents: amountOf(prices, 'credit_member'),
  memberPriceMissing: !prices.some(({ kind }) => kind === 'credit_member'),
  nonmemberCents: amountOf(prices, 'credit_nonmember'),
  nonmemberPriceMissing: !prices.some(({ kind }) => kind === 'credit_nonmember'),
});

/** Why exams cannot be registered, by their ids. */
async function refusalsOf(
  examIds: number[],
  { studentId, by }: PreviewRequest,
  { registration }: AppContext,
): Promise<ReadonlyMap<number, Refused>> {
  if (examIds.length === 0) return new Map();
  const { exams } = await registration.registrations.previewRegistering({ examIds, studentId }, by);
  return new Map(
    exams.flatMap(({ examId, code, reason }) =>
      code === undefined ? [] : [[examId, { code, reason: reason ?? '' }] as const],
    ),
  );
}

const AUDIENCES: Readonly<Record<string, string>> = {
  member: 'A member',
  nonmember: 'Not a member',
};

/** How those are called who are looked for. Refuses with student_not_found. */
async function namesOf(
  { studentId, about }: PreviewRequest,
  { identity }: AppContext,
): Promise<(seen: CreditsSeen) => string> {
  if (studentId === undefined) return ({ audience }) => AUDIENCES[audience] ?? audience;
  const { student } = await identity.students.getStudent({}, about);
  const name = `${student?.firstName ?? ''} ${student?.lastName ?? ''}`.trim();
  return () => name;
}
