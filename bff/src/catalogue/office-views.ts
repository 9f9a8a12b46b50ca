import type { OfficeExam } from '@portal/contract/catalogue/office-exam';
import type { OfficeExam as WireExam } from '@portal/proto/catalog/v1/office_exams';

/** An exam as the page of the catalogue reads it; money in dollars. */
export function officeExamView(wire: WireExam | undefined): OfficeExam {
  if (!wire?.exam) throw new Error('an answer without its exam');
  const { exam } = wire;
  return {
    id: exam.id,
    subject: exam.subject,
    vendorId: exam.vendorId,
    vendor_name: exam.vendorName,
    secularNumber: exam.secularNumber,
    alt1: exam.alt1 ?? null,
    alt2: exam.alt2 ?? null,
    alt3: exam.alt3 ?? null,
    credits: exam.credits,
    durationMinutes: exam.durationMinutes,
    onlineOnly: exam.onlineOnly,
    paperOnly: exam.paperOnly,
    assignments: exam.assignments,
    allowedResources: exam.allowedResources ?? null,
    contentCode: exam.contentCode ?? null,
    programContentCode: exam.programContentCode ?? null,
    examProctorCode: exam.examProctorCode ?? null,
    alternateCourseVersion: exam.alternateCourseVersion ?? null,
    phonesystemActive: exam.phonesystemActive,
    requiredExamIds: exam.requiredExamIds,
    seminaryTesting: exam.seminaryTesting,
    additionalCharge: exam.additionalChargeCents / 100,
    active: exam.active,
    version: exam.version,
    inUse: wire.inUse,
    lastChangeBy: wire.lastChangeBy ?? null,
    lastChange: wire.lastChange?.toISOString() ?? null,
  };
}
