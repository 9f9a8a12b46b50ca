import { serviceActor } from '@portal/kit/auth/actor';
import { connect, NO_TIMEOUT } from '@portal/kit/database/database';
import { readEnv } from '@portal/kit/env';
import { requestIdOrNew } from '@portal/kit/observability/request-id';
import { z } from 'zod';
import { isCalledOff } from '../../capacity/seats/sessions/called-off.ts';
import { callOffSession } from './call-off-session.ts';

// The command that an operator runs with the service's own environment:
// node services/registration/src/sessions/calling-off/call-off.ts <session id>
const { DATABASE_URL } = readEnv(z.object({ DATABASE_URL: z.string().min(1) }));
const sessionId = Number(process.argv[2]);
if (!Number.isSafeInteger(sessionId) || sessionId < 1) {
  process.stderr.write('Which session? Give its id.\n');
  process.exit(1);
}
const db = connect(DATABASE_URL, { name: 'registration-call-off', ...NO_TIMEOUT });
// the clock of the database, which holds and bookings go by: that of an operator's machine may be
// minutes off
const { now } = await db.one<{ now: Date }>`SELECT clock_timestamp() AS now`;
const call = { db, actor: serviceActor('operator'), key: null, now, requestId: requestIdOrNew() };
try {
  const { freed, kept } = await callOffSession(call, sessionId);
  process.stdout.write(
    `Session ${sessionId} is called off: ${freed} exams left it, ${kept} have begun and stay.\n`,
  );
} catch (error) {
  const isMarked = await isCalledOff(db, sessionId).catch(() => false);
  const rest = isMarked
    ? 'Nobody can book it; the service goes on with who is still in it.'
    : 'Nothing was changed.';
  process.stderr.write(
    `Session ${sessionId} could not be called off: ${(error as Error).message} ${rest}\n`,
  );
  process.exitCode = 1;
} finally {
  await db.close();
}
