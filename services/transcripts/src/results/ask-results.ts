import { serviceActor } from '@portal/kit/actor';
import type { Call } from '@portal/kit/command';
import { grades, vendors } from '../clients.ts';
import { PartnerTrouble } from '../partners/ask-partner.ts';
import { askVendor, type Vendor, vendorOf } from './ask-vendor.ts';
import { type ExamResult, findResults } from './store.ts';

export interface AskedResults {
  results: ExamResult[];
  talFailed: boolean;
  coopersmithFailed: boolean;
  talIdMissing: boolean;
}

/**
 * Asks both vendors about a student, side by side, each for 10 seconds at most, as whenever her record is opened. A vendor that fails is told, what it
 * gave before stays.
 */
export async function askResults(call: Call, studentId: number): Promise<AskedResults> {
  const by = { actor: serviceActor('transcripts'), requestId: call.requestId };
  const [{ students }, { exams }] = await Promise.all([
    vendors.listVendorIds({ studentIds: [studentId] }, by),
    grades.listUngraded({ studentId, limit: 1000 }, by),
  ]);
  const ids: Record<Vendor, string | undefined> = { tal: students[0]?.talId, coopersmith: students[0]?.cccId };
  const ask = async (vendor: Vendor): Promise<boolean> => {
    const vendorStudentId = ids[vendor];
    if (vendorStudentId === undefined) return true;
    const ungraded = exams.filter((exam) => vendorOf(exam.vendorId) === vendor);
    return askVendor({ ...call, actor: by.actor }, { studentId, vendor, vendorStudentId, ungraded }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof PartnerTrouble) return false;
        throw error;
      },
    );
  };
  const [tal, coopersmith] = await Promise.all([ask('tal'), ask('coopersmith')]);
  return {
    results: await findResults(call.db, studentId),
    talFailed: !tal,
    coopersmithFailed: !coopersmith,
    talIdMissing: ids.tal === undefined,
  };
}
