import { serviceActor } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { PartnerError } from '@portal/kit/partners/partner-client';
import { grades, vendors } from '../clients.ts';
import { askVendor, type Vendor, vendorOf } from './ask-vendor.ts';
import { type ExamResult, findResults } from './store.ts';

export type { ExamResult };

/**
 * The outcome of querying a vendor. `missing`: no id of the student at this vendor is on record, so
 * there was no query; `unknown`: the vendor does not know the id on record.
 */
export type VendorAnswer = 'answered' | 'failed' | 'missing' | 'unknown';

export interface VendorResults {
  results: ExamResult[];
  tal: VendorAnswer;
  coopersmith: VendorAnswer;
  /** The student's ids at the vendors. */
  ids: { tal?: string | undefined; coopersmith?: string | undefined };
}

/** Returns the student's ids at the vendors, and a function that queries a vendor. */
async function asking(call: Call, studentId: number) {
  const by = { actor: serviceActor('transcripts'), requestId: call.requestId, origin: call.origin };
  const [{ students }, { exams }] = await Promise.all([
    vendors.listVendorIds({ studentIds: [studentId] }, by),
    grades.listUngraded({ studentId, limit: 1000 }, by),
  ]);
  const ids = { tal: students[0]?.talId, coopersmith: students[0]?.cccId };
  const ask = async (vendor: Vendor): Promise<VendorAnswer> => {
    const vendorStudentId = ids[vendor];
    if (vendorStudentId === undefined) return 'missing';
    const ungraded = exams.filter((exam) => vendorOf(exam.vendorId) === vendor);
    return askVendor(
      { ...call, actor: by.actor },
      { studentId, vendor, vendorStudentId, ungraded },
    ).then(
      (isKnown) => (isKnown ? 'answered' : 'unknown'),
      (error: unknown) => {
        if (error instanceof PartnerError) return 'failed';
        throw error;
      },
    );
  };
  return { ids, ask };
}

/**
 * Queries both vendors about a student, side by side, each for 10 seconds at most, as on every
 * opening of the record. Reports a failing vendor; its earlier results stay.
 */
export async function askResults(call: Call, studentId: number): Promise<VendorResults> {
  const { ids, ask } = await asking(call, studentId);
  const [tal, coopersmith] = await Promise.all([ask('tal'), ask('coopersmith')]);
  return { results: await findResults(call.db, studentId), tal, coopersmith, ids };
}

/** The same of TAL alone, which answers for CIS too. */
export async function askTal(
  call: Call,
  studentId: number,
): Promise<Pick<VendorResults, 'results' | 'tal'>> {
  const { ask } = await asking(call, studentId);
  const tal = await ask('tal');
  return { results: await findResults(call.db, studentId), tal };
}
