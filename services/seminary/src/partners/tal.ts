import { askPartner } from '@portal/kit/partners/ask-partner';
import { z } from 'zod';

const text = z.string().min(1).max(300);
const ask = <T>(path: string, answer: z.ZodType<T>, body: unknown): Promise<T> =>
  askPartner({
    partner: 'tal',
    method: 'POST',
    url: `${process.env.TAL_URL}${path}`,
    answer,
    body,
  });
const ofStudent = (talStudentId: string) => `/students/${encodeURIComponent(talStudentId)}`;

/** A seminary student as reported to TAL. */
export interface TalStudent {
  /** Our id: reported again it is the same student there. */
  reference: string;
  firstName: string;
  lastName: string;
  dob: string;
  last4ssn: string;
}

/** Reports a student, once a reference; returns TAL's id of them. Throws PartnerError. */
export const reportStudent = async (student: TalStudent): Promise<string> =>
  (await ask('/students', z.object({ studentId: text }), student)).studentId;

/** A seminary paper as reported to TAL. */
export interface TalPaper {
  reference: string;
  examCode: string;
  subject: string;
  credits: number;
  takenOn: string;
  vendor: 'TAL' | 'CIS';
}

/**
 * Reports a paper, once a reference; returns TAL's id of the exam, which TAL holds back. Throws
 * PartnerError.
 */
export const reportPaper = async (talStudentId: string, paper: TalPaper): Promise<string> =>
  (
    await ask(`${ofStudent(talStudentId)}/exams`, z.object({ resultId: text }), {
      ...paper,
      seminary: true,
    })
  ).resultId;

/**
 * Has the papers of these exams go on transcripts, or never; again is no error. Throws
 * PartnerError.
 */
export const reportRelease = async (
  talStudentId: string,
  release: { examCodes: readonly string[]; release: boolean },
): Promise<void> => void (await ask(`${ofStudent(talStudentId)}/releases`, z.unknown(), release));

/**
 * Sends the scan of a paper, for an exam that TAL knows; replaces an earlier scan. Throws
 * PartnerError.
 */
export const sendScan = async (
  reference: string,
  { name, type, content }: { name: string; type: string; content: Buffer },
): Promise<void> =>
  void (await askPartner({
    partner: 'tal',
    method: 'PUT',
    url: `${process.env.TAL_URL}/results/${encodeURIComponent(reference)}/paper`,
    answer: z.unknown(),
    file: { name, type, content },
    timeoutMs: 30_000,
  }));

const Results = z.object({
  results: z
    .array(
      z.object({
        resultId: text,
        result: z.enum(['Pass', 'Fail', 'Disqualified', 'Pending', 'N/A']),
        score: z.number().nullish(),
      }),
    )
    .max(2000),
});

/** The final grade of an exam, or null as long as it has none. Throws PartnerError. */
export async function resultOf(
  talStudentId: string,
  reference: string,
): Promise<{ grade: string | null; gradeComment: string } | null> {
  const url = `${process.env.TAL_URL}${ofStudent(talStudentId)}/results`;
  const { results } = await askPartner({ partner: 'tal', method: 'GET', url, answer: Results });
  const found = results.find(({ resultId }) => resultId === reference);
  if (!found || found.result === 'Pending' || found.result === 'N/A') return null;
  const isPass = found.result === 'Pass' && typeof found.score === 'number';
  return { grade: isPass ? String(found.score) : null, gradeComment: found.result };
}
