import type { WaitingEntry } from '@portal/contract/sessions/waiting-list';
import { dayInNewYork, timeInNewYork } from '@portal/kit/clock';
import type { WaitingEntry as Entry } from '@portal/proto/registration/v1/waiting_list';

/** An entry as the page reads it; students read no names, not even their own. */
export function waitingEntryView(entry: Entry | undefined, forStaff: boolean): WaitingEntry {
  if (!entry?.startsAt || !entry.joinedAt) throw new Error('a waiting entry without a time');
  return {
    waitingId: entry.id,
    testSessionId: entry.sessionId,
    registrationId: entry.registrationId,
    studentId: entry.studentId,
    studentName: forStaff ? `${entry.firstName} ${entry.lastName}`.trim() : '',
    examId: entry.examId,
    subject: entry.subject,
    locationName: entry.placeName ?? null,
    date: dayInNewYork(entry.startsAt),
    testSessionTime: timeInNewYork(entry.startsAt),
    position: entry.position ?? null,
    state: entry.state as WaitingEntry['state'],
    joinedAt: entry.joinedAt.toISOString(),
    offeredAt: entry.offeredAt?.toISOString() ?? null,
    offerUntil: entry.offerUntil?.toISOString() ?? null,
    needsSpecial: entry.needsSpecial,
    skipped: entry.skipped ?? null,
  };
}
