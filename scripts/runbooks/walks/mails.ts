import type { AddressInfo } from 'node:net';
import { forgotPasswordRequest } from '@portal/contract/students/auth';
import { editStudent } from '@portal/contract/students/enrol';
import { SMTPServer } from 'smtp-server';
import { signedInStaff } from '../../e2e/people/staff.ts';
import { aStudent } from '../../e2e/people/students.ts';
import { sql } from '../../portal/databases.ts';
import { until } from '../../portal/until.ts';
import { Person } from '../../portal-user/person.ts';
import { expectText } from '../expect.ts';
import type { Walk } from '../walk.ts';

/** Starts a mail server that rejects one address and records the recipients of all other emails. */
async function aRejectingServer(unknown: string) {
  const taken = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo: ({ address }, _session, done) =>
      address === unknown
        ? done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
        : done(),
    onData: (stream, { envelope }, done) => {
      stream.resume().once('end', () => {
        for (const { address } of envelope.rcptTo) taken.add(address);
        done();
      });
    },
  });
  server.on('error', () => {}); // a rejected client disconnects
  const listening = server.listen(0, '127.0.0.1');
  await new Promise((ready) => listening.once('listening', ready));
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}

/** The mail server rejects an email. */
export const deadMails: Walk = {
  alerts: ['PortalDeadMails'],
  cause: 'the mail server refuses the address of a student, and five days pass',
  async provoke({ portal, ops }, scene) {
    const student = await aStudent();
    const right = `right.${student.email}`;
    const { SMTP_URL: before = '' } = portal.environmentOf('identity');
    const server = await aRejectingServer(student.email);
    scene.defer(async () => {
      portal.change('identity', { env: { SMTP_URL: before } });
      await portal.restart('identity');
      await server.close();
    });
    portal.change('identity', { env: { SMTP_URL: server.url } });
    await portal.restart('identity');
    await student.person.do(forgotPasswordRequest, { email: student.email });
    const waiting = () =>
      sql<{ attempts: number }>('identity', 'SELECT attempts FROM mail WHERE recipient = $1', [
        student.email,
      ]);
    await until(waiting, ([mail]) => (mail?.attempts ?? 0) > 0);
    await sql(
      'identity',
      `UPDATE mail
      SET created_at = created_at - interval '121 hours', next_try_at = clock_timestamp()
      WHERE recipient = $1`,
      [student.email],
    );
    return {
      async follow() {
        const letters = () => ops('letters', 'identity');
        expectText(await letters(), /^1 dead letters/m);
        const office = await signedInStaff('ROLE_ADMIN');
        const change = { student_id: student.id, email: right };
        await office.do(editStudent, { ...change, emailUnlocked: true });
        await new Person().do(forgotPasswordRequest, { email: right });
        // the notice of the change goes to the former address, and is refused too
        const listed = await until(letters, (text) => /^2 dead letters/m.test(text));
        const dead = listed.matchAll(/^mail (\S+) .*\n.*the mail server refuses it/gm);
        for (const [, id = ''] of dead) await ops('end', 'identity', id);
      },
      async healed() {
        await until(
          async () => server.taken,
          (taken) => taken.has(right),
        );
        expectText(await ops('letters', 'identity'), /^0 dead letters/m);
      },
    };
  },
};
