import type { CallChecked } from '@portal/contract/call';
import * as catalogue from '@portal/contract/catalogue/office-catalogue';
import * as exams from '@portal/contract/catalogue/office-exam';
import * as packages from '@portal/contract/catalogue/office-package';
import * as prices from '@portal/contract/catalogue/office-price';
import { DomainError } from '@portal/kit/errors';
import type { CallOptions } from '@portal/kit/grpc/client';
import { route } from '../http/route.ts';
import type { Parts } from '../parts.ts';
import { officeExamView, officePackageView, officePriceView } from './office-views.ts';

/** Does a change; where somebody else made one meanwhile, the refusal brings what is there now. */
async function bringingCurrent<T>(
  work: () => Promise<T>,
  current: () => Promise<unknown>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'changed') throw error;
    const extra = { ...error.extra, current: await current() };
    throw new DomainError(error.status, error.code, error.detail, extra);
  }
}

const examNow = async (id: number, by: CallOptions, { catalog }: Parts) =>
  officeExamView(
    (await catalog.officeExams.listOfficeExams({ retired: true, ids: [id] }, by)).exams[0],
  );

const packageNow = async (id: number, by: CallOptions, { catalog }: Parts) =>
  officePackageView(
    (await catalog.officePackages.listOfficePackages({ retired: true, ids: [id] }, by)).packages[0],
  );

export const officeCatalogueRoutes = [
  route(catalogue.getCatalogue, async ({ input, by }, { catalog }) => {
    const { part, retired = false, search } = input;
    const asked = { retired, search };
    if (part === 'packages') {
      const { packages } = await catalog.officePackages.listOfficePackages(asked, by);
      return { part, items: packages.map(officePackageView) };
    }
    if (part === 'prices') {
      const { prices } = await catalog.officePrices.listPrices(asked, by);
      return { part, items: prices.map(officePriceView) };
    }
    const listed = await catalog.officeExams.listOfficeExams(asked, by);
    return { part: 'exams' as const, items: listed.exams.map(officeExamView) };
  }),

  route(exams.saveExam, ({ input, by }, parts) => {
    const { id = 0, version = 0, ...exam } = input;
    return bringingCurrent(
      async () => {
        const saved = await parts.catalog.officeExams.saveOfficeExam({ id, version, exam }, by);
        return { item: officeExamView(saved.exam) };
      },
      () => examNow(id, by, parts),
    );
  }),

  route(packages.savePackage, ({ input, by }, parts) => {
    const { id = 0, version = 0 } = input;
    return bringingCurrent(
      async () => {
        const saved = await parts.catalog.officePackages.saveOfficePackage(
          { id, version, package: packageOf(input) },
          by,
        );
        return { item: officePackageView(saved.package) };
      },
      () => packageNow(id, by, parts),
    );
  }),

  route(prices.setPrice, async ({ input, by }, { catalog }) => {
    const { kind = 'credit_member', refId, amount = 0, validFrom, withdraw, reason = '' } = input;
    const answer =
      withdraw === undefined
        ? await catalog.officePrices.setPrice(
            {
              ...{ kind, refId, reason, amountCents: toCents(amount) },
              ...(validFrom === 'now' ? {} : { validFrom }),
            },
            by,
          )
        : await catalog.officePrices.withdrawPrice({ priceId: withdraw }, by);
    return { prices: answer.prices.map(officePriceView) };
  }),

  route(catalogue.retireFromCatalogue, ({ input, by }, parts) => {
    const { part, id, version, active } = input;
    const wanted = { id, version, active };
    const { officeExams, officePackages } = parts.catalog;
    if (part === 'packages')
      return bringingCurrent(
        async () => {
          const retired = await officePackages.retirePackage(wanted, by);
          return { part, item: officePackageView(retired.package) };
        },
        () => packageNow(id, by, parts),
      );
    return bringingCurrent(
      async () => {
        const { exam } = await officeExams.retireExam(wanted, by);
        return { part: 'exams' as const, item: officeExamView(exam) };
      },
      () => examNow(id, by, parts),
    );
  }),
];

const toCents = (dollars: number): number => Math.round(dollars * 100);

/** A package as it is to be, by the names of the services. */
const packageOf = (sent: CallChecked<typeof packages.savePackage>) => ({
  numberOfCredits: sent.number_of_credits,
  purchasePriceCents: toCents(sent.purchasePrice ?? 0),
  proctorFeeCents: toCents(sent.proctorFeePrice ?? 0),
  isDefault: sent.is_default,
  displayName: sent.display_name,
  description: sent.description,
  internalComment: sent.internal_comment,
  noAdditionalFees: sent.no_additional_fees,
  isSpecialProgram: sent.is_special_program,
  seminaryStudyTtiProgramId: sent.seminary_study_tti_program_id,
  year: sent.year,
  examsAllowed: sent.exams_allowed,
  vendorsAllowed: sent.vendors_allowed,
  adminOnly: sent.admin_only,
});
