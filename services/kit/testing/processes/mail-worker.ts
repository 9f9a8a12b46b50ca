import { connect } from '../../database/database.ts';
import { mailJob } from '../../email/email.ts';
import { runJob } from '../../jobs/jobs.ts';

// A process that sends mails and nothing else, to be killed by tests.

const { DATABASE_URL: url = '', SMTP_URL: smtpUrl = '', CONNECTIONS: max = '10' } = process.env;
const db = connect(url, { name: 'mail worker', max: Number(max) });
const job = runJob(mailJob(db, { smtpUrl: () => smtpUrl, from: 'JSE <portal@jse.test>' }));
process.once('SIGTERM', () => void job.stop().then(() => process.exit(0)));
