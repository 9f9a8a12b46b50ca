import type { Exam } from '@portal/contract/exam';
import type { By } from '@portal/kit/client';
import type { ListExamOffersResponse } from '@portal/proto/payments/v1/credits';
import type { ListRegistrationsResponse, Registration } from '@portal/proto/registration/v1/registrations';
import type { Own } from '../catalogue/exam-rows.ts';
import type { Parts } from '../parts.ts';

type Asking = Pick<Parts, 'registration' | 'payments' | 'catalogue'>;
export interface OwnRows {
  registrations: ListRegistrationsResponse;
  offers: ListExamOffersResponse;
}

/** What one student's rows are made of: registrations from one part, what credits would mean from another, side by side. */
export async function askOwnRows(by: By, { registration, payments }: Asking): Promise<OwnRows> {
  const [registrations, offers] = await Promise.all([
    registration.registrations.listRegistrations({}, by),
    payments.credits.listExamOffers({}, by),
  ]);
  return { registrations, offers };
}

/** The rows that are not the usual ones, by exam. */
export function ownRows({ registrations, offers }: OwnRows): Map<number, Own> {
  const rows = new Map<number, Own>();
  const of = (examId: number): Own => {
    const row = rows.get(examId) ?? {};
    rows.set(examId, row);
    return row;
  };
  for (const offer of offers.offers) of(offer.examId).offer = offer;
  for (const examId of registrations.unfitExamIds) of(examId).unfit = true;
  for (const registration of registrations.registrations) of(registration.examId).registration = registration;
  return rows;
}

/** The row of a registration that a command has just answered with. */
export async function registeredRow(registration: Registration, { catalogue }: Asking): Promise<Exam> {
  return (await catalogue.exams.get()).row(registration.examId, { registration });
}

/**
 * The row of an exam as it is after a command, asked for anew; null when it is on no list of this student any more. What the credits held
 * would mean is left out where it cannot be asked for: the command is done, and the next list tells.
 */
export async function currentRow(examId: number, by: By, { catalogue: { exams }, registration, payments }: Asking): Promise<Exam | null> {
  const [catalogue, registrations, offers] = await Promise.all([
    exams.get(),
    registration.registrations.listRegistrations({}, by),
    payments.credits.listExamOffers({}, by).catch(() => ({ offers: [] })),
  ]);
  const own = ownRows({ registrations, offers }).get(examId) ?? {};
  const isListed = catalogue.byId.get(examId)?.active === true || own.registration !== undefined;
  return isListed ? catalogue.row(examId, own) : null;
}
