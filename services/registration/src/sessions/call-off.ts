import { serviceActor } from '@portal/kit/actor';
import { connect } from '@portal/kit/database';
import { readEnv } from '@portal/kit/env';
import { uuidv7 } from '@portal/kit/ids';
import { z } from 'zod';
import { callOffSession } from './call-off-session.ts';

// The command an operator runs: node services/registration/src/sessions/call-off.ts <session id>, with the service's own environment.
const { DATABASE_URL } = readEnv(z.object({ DATABASE_URL: z.string().min(1) }));
const sessionId = Number(process.argv[2]);
if (!Number.isSafeInteger(sessionId) || sessionId < 1) {
  process.stderr.write('Which session? Give its id.\n');
  process.exit(1);
}
const db = connect(DATABASE_URL, { name: 'registration-call-off' });
const call = { db, actor: serviceActor('operator'), key: null, now: new Date(), requestId: uuidv7() };
const { freed, kept } = await callOffSession(call, sessionId);
process.stdout.write(`Session ${sessionId} is called off: ${freed} exams left it, ${kept} have begun and stay.\n`);
await db.close();
