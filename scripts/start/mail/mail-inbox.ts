import { buffer } from 'node:stream/consumers';
import { steadyNow } from '@portal/kit/steady-clock';
import { SMTPServer } from 'smtp-server';
import { mailServer } from './mail-http.ts';
import { MailStore } from './mail-store.ts';

// The mail inbox of development: takes every mail by SMTP, sends none on, and shows them on a page
// and as JSON.

function required(name: string): string {
  const value = process.env[name];
  if (value) return value;
  process.stderr.write(`${name} is missing.\n`);
  process.exit(1);
}

const MAX_MAIL_BYTES = 25 << 20;
const store = new MailStore(required('MAIL_DIR'));
await store.load();

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  disableReverseLookup: true,
  size: MAX_MAIL_BYTES,
  logger: false,
  onAuth: (_auth, _session, done) => done(null, { user: 'anybody' }),
  onData: (stream, session, done) => {
    const { mailFrom, rcptTo } = session.envelope;
    buffer(stream)
      .then((raw) =>
        store.add(
          raw,
          { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) },
          steadyNow().toISOString(),
        ),
      )
      .then((mail) => done(null, `taken as ${mail.id}`))
      .catch((error: Error) => done(error));
  },
});
smtp.on('error', (error: Error) => process.stderr.write(`${error.message}\n`));

const http = mailServer(store);
const fail = (error: Error): void => {
  process.stderr.write(`The mail inbox cannot listen: ${error.message}\n`);
  process.exit(1);
};
http.once('error', fail);
smtp.listen(Number(required('SMTP_PORT')), process.env['SMTP_HOST'] ?? '127.0.0.1');
http.listen(Number(required('MAIL_PORT')), process.env['HOST'] ?? '127.0.0.1');

const stop = (): void => {
  http.close();
  http.closeAllConnections();
  smtp.close(() => process.exit(0));
  setTimeout(() => process.exit(0), 1_000).unref();
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
