import * as catalogue from '@portal/contract/catalogue/office-catalogue';
import * as exams from '@portal/contract/catalogue/office-exam';
import { DomainError } from '@portal/kit/errors';
import type { CallOptions } from '@portal/kit/grpc/client';
import { route } from '../http/route.ts';
import type { Parts } from '../parts.ts';
import { officeExamView } from './office-views.ts';

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

export const officeCatalogueRoutes = [
  route(catalogue.getCatalogue, async ({ input, by }, { catalog }) => {
    const { retired = false, search } = input;
    const listed = await catalog.officeExams.listOfficeExams({ retired, search }, by);
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

  route(catalogue.retireFromCatalogue, ({ input, by }, parts) => {
    const { id, version, active } = input;
    return bringingCurrent(
      async () => {
        const { exam } = await parts.catalog.officeExams.retireExam({ id, version, active }, by);
        return { part: 'exams' as const, item: officeExamView(exam) };
      },
      () => examNow(id, by, parts),
    );
  }),
];
