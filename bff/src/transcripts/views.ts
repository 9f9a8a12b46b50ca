import type { ExamResult, TranscriptBlock } from '@portal/contract/students/student-info';
import type { ExamResult as KeptResult } from '@portal/proto/transcripts/v1/results';
import type {
  TranscriptBlock as Block,
  GetTranscriptsResponse,
  VendorTranscripts,
} from '@portal/proto/transcripts/v1/transcripts';

/** Returns the text of a page on a vendor that did not answer. */
const NO_RESULTS = 'Could not retrieve exams';

export const resultView = (result: KeptResult): ExamResult => ({
  courseNumber: result.courseNumber,
  subject: result.subject,
  credits: result.credits ?? null,
  examTakenDate: result.takenDate ?? null,
  isOnline: result.isOnline,
  result: result.result as ExamResult['result'],
  score: result.score ?? null,
  vendorId: result.vendorId as ExamResult['vendorId'],
});

const blockView = ({ code, text, overridable }: Block): TranscriptBlock => ({
  code: code as TranscriptBlock['code'],
  text,
  overridable,
});

const none: VendorTranscripts = { results: [], failed: true, blocks: [] };

/** Results that a vendor gave, now or before; null when it gave none and does not answer. */
const resultsView = ({ results, failed }: VendorTranscripts): ExamResult[] | null =>
  failed && results.length === 0 ? null : results.map(resultView);

const errorOf = ({ failed }: VendorTranscripts): string | null => (failed ? NO_RESULTS : null);

/** The part of a student's page that is about transcripts. */
export function transcriptsView({
  tal = none,
  coopersmith = none,
  ...about
}: GetTranscriptsResponse) {
  return {
    talExamsResponse: resultsView(tal),
    talError: errorOf(tal),
    missingTalGuid: about.talIdMissing,
    coopersmithExams: resultsView(coopersmith),
    coopersmithError: errorOf(coopersmith),
    coopersmithStudentAssignedIdError: about.assignedIdError ?? null,
    talLatestTranscriptRequest: tal.requestedAt?.toISOString() ?? null,
    coopersmithLatestTranscriptRequest: coopersmith.requestedAt?.toISOString() ?? null,
    seminaryCreditsBlock: about.hasUnredeemedExams,
    transcriptBlocks: {
      tal: tal.blocks.map(blockView),
      coopersmith: coopersmith.blocks.map(blockView),
    },
  };
}
