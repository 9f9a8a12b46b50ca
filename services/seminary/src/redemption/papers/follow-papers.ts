import { serviceActor } from '@portal/kit/auth/actor';
import { inTransaction } from '@portal/kit/commands/command';
import type { Database } from '@portal/kit/database/database';
import { failpoint } from '@portal/kit/jobs/failpoints';
import type { Job } from '@portal/kit/jobs/jobs';
import { log } from '@portal/kit/observability/log';
import { steadyNow } from '@portal/kit/steady-clock';
import { resultOf, sendScan } from '../../partners/tal.ts';
import { paperAtTal, studentAtTal } from '../notify-tal.ts';
import {
  type Followed,
  followLater,
  noteGrade,
  noteSent,
  readFile,
  readPaperStudent,
  requestGradeLater,
  takeFollowed,
} from './store.ts';

/** Passes papers on to TAL, and asks for their grades, until each has one. */
export async function followPapers(db: Database): Promise<void> {
  for (const paper of await takeFollowed(db)) {
    try {
      await (paper.paperSentAt === null ? send(db, paper) : ask(db, paper));
    } catch (error) {
      log.warn(
        { err: error, seminaryExam: paper.id },
        'request to TAL about a paper failed; will retry',
      );
      // if this fails, the lease of a minute frees the paper
      await followLater(db, paper.id).catch(() => {});
    }
  }
}

async function send(db: Database, paper: Followed): Promise<void> {
  const student = await readPaperStudent(db, paper.seminaryStudentId);
  const talStudentId = student.talStudentId ?? (await studentAtTal(db, student));
  const reference = await paperAtTal(db, paper, talStudentId);
  // not an exam of TAL: TAL does not grade it
  if (reference === null) return requestGradeLater(db, paper.id);
  await sendScan(reference, await readFile(db, paper.fileKey));
  await failpoint('followPapers.sent');
  await noteSent(db, paper.id, steadyNow());
}

async function ask(db: Database, { id, seminaryStudentId, talReference }: Followed): Promise<void> {
  const { studentId, talStudentId } = await readPaperStudent(db, seminaryStudentId);
  const result =
    talStudentId === null || talReference === null
      ? null
      : await resultOf(talStudentId, talReference);
  if (result === null) return requestGradeLater(db, id);
  const call = {
    db,
    now: steadyNow(),
    requestId: 'follow papers',
    actor: serviceActor('seminary'),
  };
  await inTransaction(call, 'followPapers.grade', async (tx) => {
    if (await noteGrade(tx, id, result))
      tx.audit({
        op: 'update',
        table: 'seminary_student',
        id: seminaryStudentId,
        ...(studentId === null ? {} : { studentId }),
        change: { exam: id, gradeComment: [null, result.gradeComment] },
      });
  });
}

export const followPapersJob = (db: Database): Job => ({
  name: 'follow seminary papers at TAL',
  everySeconds: 2,
  run: () => followPapers(db),
});
