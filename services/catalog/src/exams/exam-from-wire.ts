import type { Exam as WireExam } from '@portal/proto/catalog/v1/exams';
import { typed } from '../typed.ts';
import type { ExamFields } from './exam.ts';

/** An exam as a message brought it, to be checked. */
export function examFromWire(wire: WireExam | undefined): ExamFields {
  return {
    subject: typed(wire?.subject) ?? '',
    vendorId: wire?.vendorId ?? 0,
    secularNumber: typed(wire?.secularNumber) ?? '',
    alt1: typed(wire?.alt1),
    alt2: typed(wire?.alt2),
    alt3: typed(wire?.alt3),
    credits: wire?.credits ?? 0,
    durationMinutes: wire?.durationMinutes ?? 0,
    onlineOnly: wire?.onlineOnly ?? false,
    paperOnly: wire?.paperOnly ?? false,
    allowedResources: typed(wire?.allowedResources),
    assignments: wire?.assignments ?? false,
    contentCode: typed(wire?.contentCode),
    programContentCode: typed(wire?.programContentCode),
    alternateCourseVersion: wire?.alternateCourseVersion || null,
    phonesystemActive: wire?.phonesystemActive ?? false,
    requiredExamIds: [...new Set(wire?.requiredExamIds)].sort((a, b) => a - b),
    additionalChargeCents: wire?.additionalChargeCents ?? 0,
    examProctorCode: typed(wire?.examProctorCode),
    active: wire?.active ?? false,
    seminaryTesting: wire?.seminaryTesting ?? false,
    courseChangeReserved: wire?.courseChangeReserved ?? false,
    courseCollegeId: wire?.courseCollegeId || null,
    studyMaterials: (wire?.studyMaterials ?? []).map(
      ({ fileType, displayTitle, url, lastUpdatedDate }) => ({
        fileType,
        displayTitle: displayTitle.trim(),
        url,
        lastUpdatedDate: typed(lastUpdatedDate),
      }),
    ),
  };
}
