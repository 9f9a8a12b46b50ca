import { connect } from '../../database/database.ts';
import { runJob } from '../../jobs/jobs.ts';
import type { KnownAddress } from '../../webhooks/addresses/webhook-owner.ts';
import { deliverJob } from '../../webhooks/deliver.ts';

// A process that delivers webhooks and nothing else, to be killed by tests.

const { DATABASE_URL: url = '', ADDRESSES: addresses = '[]' } = process.env;
const known = JSON.parse(addresses) as KnownAddress[];
const db = connect(url, { name: 'webhook worker', max: 4 });
const job = runJob(
  deliverJob(db, {
    owner: {
      events: [],
      dataOf: async () => new Map(),
      askAddresses: async () => known,
      switchOff: async () => {},
      localHosts: ['127.0.0.1'],
    },
    chance: () => 0,
  }),
);
process.once('SIGTERM', () => {
  process.stdout.write('stopping\n'); // for the test, which goes on then
  void job.stop().then(() => process.exit(0));
});
