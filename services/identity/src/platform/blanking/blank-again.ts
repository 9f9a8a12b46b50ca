import { serviceActor } from '@portal/kit/auth/actor';
import { inTransaction } from '@portal/kit/commands/command';
import { connect, NO_TIMEOUT } from '@portal/kit/database/database';
import { readEnv } from '@portal/kit/env';
import { closeClients } from '@portal/kit/grpc/client';
import { uuidv7 } from '@portal/kit/ids';
import { requestIdOrNew } from '@portal/kit/observability/request-id';
import { z } from 'zod';
import { lockFile } from '../../records/files/lock-file.ts';
import { findStudent } from '../../records/students/find-students.ts';
import { blankProcess } from './blank-process.ts';
import { findBlanking, insertBlanking } from './blanking-store.ts';
import { keepOut } from './keep-out.ts';

// The command that an operator runs after restoring a backup and before the portal serves again:
// node services/identity/src/platform/blanking/blank-again.ts <student id> ...
// It needs the service's own environment. Blanks each student in all services, whatever the
// restored databases know of the blanking; a second run finds nothing more. R-593
const { DATABASE_URL } = readEnv(z.object({ DATABASE_URL: z.string().min(1) }));
const ids = process.argv.slice(2).map(Number);
if (ids.length === 0 || !ids.every((id) => Number.isSafeInteger(id) && id > 0)) {
  process.stderr.write('Which students? Give their ids.\n');
  process.exit(1);
}
const db = connect(DATABASE_URL, { name: 'identity-blank-again', ...NO_TIMEOUT });
// the clock of the database: that of an operator's machine may be minutes off
const { now } = await db.one<{ now: Date }>`SELECT clock_timestamp() AS now`;

/** The blanking by which it is known; one of its own where the backup is older. */
async function blankingOf(studentId: number): Promise<string> {
  const call = { db, now, actor: serviceActor('identity', studentId), requestId: requestIdOrNew() };
  return inTransaction(call, 'blankAgain', async (tx) => {
    await lockFile(tx, studentId);
    const known = await findBlanking(tx, studentId);
    if (known !== undefined) return known.id;
    const id = uuidv7();
    await insertBlanking(tx, {
      id,
      studentId,
      reason: 'Removed',
      askedById: 0,
      askedBy: 'operator',
      askedAt: now,
      blankOn: now,
      barId: await keepOut(tx, studentId),
    });
    return id;
  });
}

let failed = 0;
for (const studentId of ids) {
  if ((await findStudent(db, studentId)) === undefined) {
    process.stdout.write(`Student ${studentId} is not on record.\n`);
    continue;
  }
  const blankingId = await blankingOf(studentId);
  const call = {
    db,
    actor: serviceActor('identity', studentId),
    now,
    requestId: requestIdOrNew(),
    key: `again:${uuidv7()}`,
  };
  try {
    await blankProcess.start(call, { blankingId, studentId, again: true });
    process.stdout.write(`Student ${studentId} is blanked.\n`);
  } catch (error) {
    failed += 1;
    process.stderr.write(
      `Student ${studentId} is not blanked yet: ${(error as Error).message} Identity goes on ` +
        `with it.\n`,
    );
  }
}
closeClients();
await db.close();
process.exitCode = failed > 0 ? 1 : 0;
