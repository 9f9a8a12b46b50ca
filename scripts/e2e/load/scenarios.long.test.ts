import { afterAll, describe, expect, test } from '@jest/globals';
import { closeClients } from '@portal/kit/grpc/client';
import { placeOf } from '../../load/place/find-place.ts';
import type { Outcome } from '../../load/report/outcome.ts';
import { runLoad } from '../../load/run-load.ts';
import type { ScenarioName } from '../../load/scenarios.ts';
import { readAddresses } from '../../start/environment/addresses-note.ts';
import { findTool, missing } from '../../tools/tools.ts';

// Short runs check that the calls of each scenario exist and get the expected responses.
// `npm run load` checks the limits on time.

const withK6 = findTool('k6') ? describe : describe.skip;

function thePlace() {
  const dataDir = process.env['PORTAL_DATA_DIR'] ?? '';
  const noted = readAddresses(dataDir);
  if (!noted) throw new Error('PORTAL_DATA_DIR names no portal that runs');
  return placeOf(dataDir, noted, 'the portal of the tests');
}

interface Pace {
  rate: number;
  seconds: number;
  pages?: number;
  slack?: number | null;
}

const run = (
  scenario: ScenarioName,
  { rate, seconds, pages = 0, slack = null }: Pace,
): Promise<Outcome> =>
  runLoad(
    { scenario, rate, seconds, pages, slack, changes: 3, memoryMbPerHour: Infinity },
    thePlace(),
    () => {},
  );

const missed = ({ verdicts, refused, text }: Outcome) => {
  const some = verdicts.filter(({ ok }) => !ok);
  return some.length > 0 ? { some, refused, text } : 'nothing';
};
const measured = ({ verdicts }: Outcome, what: string) =>
  Number(verdicts.find((one) => one.what === `${what}, count`)?.measured);
const refusedIn = ({ refused }: Outcome) => refused.map(({ kind, code }) => `${kind} ${code}`);

withK6(findTool('k6') ? 'load scenarios' : missing('k6'), () => {
  afterAll(closeClients);

  test('opening-day: students register with credits and book seats', async () => {
    const outcome = await run('opening-day', { rate: 2, seconds: 5 });
    expect(missed(outcome)).toBe('nothing');
    // a student who arrives during a pause of the portal waits in the queue
    const turnedAway = refusedIn(outcome).filter((one) => one !== 'refused waiting_room');
    expect(turnedAway).toEqual([]);
    const own = outcome.own;
    if (typeof own === 'string') throw new Error(own);
    // the portal counted the same calls as k6
    const counted = own.calls.find(({ label }) => label === '/api/onlineExamRegistration')?.count;
    expect(counted).toBe(measured(outcome, 'exams_registered'));
    expect(own.processes.map(({ process }) => process)).toContain('registration');
  });

  test('hot-session: sells the seats of the session and refuses other students', async () => {
    const outcome = await run('hot-session', { rate: 10, seconds: 2 });
    expect(missed(outcome)).toBe('nothing');
    expect([measured(outcome, 'seats_sold'), measured(outcome, 'told_session_full')]).toEqual([
      4, 16,
    ]);
    expect(refusedIn(outcome)).toEqual(['refused session_full']);
  });

  test.each([
    ['card-purchases', { rate: 2, seconds: 4 }],
    ['sign-up', { rate: 1, seconds: 4 }],
    ['office', { rate: 4, seconds: 4 }],
    ['bulk-orders', { rate: 1, seconds: 3 }],
    ['live-pages', { rate: 2, seconds: 4, pages: 40 }],
  ] as const)('%s: gets the expected responses', async (scenario, pace) => {
    expect(missed(await run(scenario, pace))).toBe('nothing');
  });

  test('fails the run when a limit is exceeded', async () => {
    const outcome = await run('office', { rate: 2, seconds: 2, slack: 1e-6 });
    expect(outcome.ok).toBe(false);
    expect(outcome.verdicts).toContainEqual(
      expect.objectContaining({ what: 'findStudent, p(95)', limit: '<0 ms', ok: false }),
    );
  });

  test('soak: gets the expected responses', async () => {
    expect(missed(await run('soak', { rate: 4, seconds: 4 }))).toBe('nothing');
  });
});
