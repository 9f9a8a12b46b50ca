import { can } from '@portal/access/can';
import type { Exam } from '@portal/contract/exams/exam';
import type { CallOptions } from '@portal/kit/grpc/client';
import type { ListExamOffersResponse } from '@portal/proto/payments/v1/credits';
import {
  Action,
  ListRegistrationsResponse,
  type Registration,
} from '@portal/proto/registration/v1/registrations';
import type { AppContext } from '../app-context.ts';
import type { OwnExamState } from '../catalogue/exam-rows.ts';

type Asking = Pick<AppContext, 'registration' | 'payments' | 'catalogue'>;
export interface OwnRows {
  registrations: ListRegistrationsResponse;
  offers: ListExamOffersResponse;
}

/**
 * Reads the inputs of one student's rows at the same time: registrations from one service, the
 * effect of credits from another.
 */
export async function askOwnRows(
  by: CallOptions,
  { registration, payments }: Asking,
): Promise<OwnRows> {
  const [registrations, offers] = await Promise.all([
    registration.registrations.listRegistrations({}, by),
    payments.credits.listExamOffers({}, by),
  ]);
  return { registrations, offers };
}

/** The rows that are not the usual ones, by exam. */
export function ownRows({ registrations, offers }: OwnRows): Map<number, OwnExamState> {
  const rows = new Map<number, OwnExamState>();
  const of = (examId: number): OwnExamState => {
    const row = rows.get(examId) ?? {};
    rows.set(examId, row);
    return row;
  };
  for (const offer of offers.offers) of(offer.examId).offer = offer;
  for (const examId of registrations.notEligibleExamIds) of(examId).notEligible = true;
  for (const { code, reason, examIds } of registrations.refusedExams)
    for (const examId of examIds) of(examId).register = refusedRegister(code, reason);
  for (const registration of registrations.registrations)
    of(registration.examId).registration = registration;
  return rows;
}

const refusedRegister = (code: string, reason: string): Action =>
  Action.fromPartial({ name: 'register', allowed: false, code, reason });

/**
 * Returns the action `register` of unregistered exams, undefined when it is allowed; null: the
 * caller never registers.
 */
export const registerOf = ({
  register,
}: Pick<ListRegistrationsResponse, 'register'>): Action | null | undefined =>
  register?.allowed === true ? undefined : (register ?? null);

/** The row of a registration that a command has just answered with. */
export async function registeredRow(
  registration: Registration,
  { catalogue }: Asking,
): Promise<Exam> {
  return (await catalogue.exams.get()).row(registration.examId, {
    registration,
  });
}

/**
 * Reads the row of an exam as it is after a command; null when it is on no list of this student any
 * more. The command is committed, so the row leaves out data that the caller may not list (a school
 * admin: registrations and the effect of credits), and the effect of credits while payments is
 * unavailable.
 */
export async function currentRow(
  examId: number,
  by: CallOptions,
  { catalogue: { exams }, registration, payments }: Asking,
): Promise<Exam | null> {
  const [catalogue, registrations, offers] = await Promise.all([
    exams.get(),
    can(by.actor, 'registration.list')
      ? registration.registrations.listRegistrations({}, by)
      : ListRegistrationsResponse.fromPartial({}),
    can(by.actor, 'exam.list')
      ? payments.credits.listExamOffers({}, by).catch(() => ({ offers: [] }))
      : { offers: [] },
  ]);
  const register = registerOf(registrations);
  const own = {
    ...(register === undefined ? {} : { register }),
    ...ownRows({ registrations, offers }).get(examId),
  };
  const isListed = catalogue.byId.get(examId)?.active === true || own.registration !== undefined;
  return isListed ? catalogue.row(examId, own) : null;
}
