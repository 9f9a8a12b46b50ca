import { afterAll, describe, expect, test } from '@jest/globals';
import { closeClients } from '@portal/kit/grpc/client';
import { placeOf } from '../../load/place/find-place.ts';
import { runLoad } from '../../load/run-load.ts';
import { readAddresses } from '../../start/environment/addresses-note.ts';
import { findTool, missing } from '../../tools/tools.ts';
import { othersWait } from '../people/waiting-room.ts';

const withK6 = findTool('k6') ? describe : describe.skip;
const STUDENTS = 30;

withK6(findTool('k6') ? 'load scenario of arrivals' : missing('k6'), () => {
  afterAll(closeClients);

  test('admits all students in the order of their arrival, after earlier ones', async () => {
    const dataDir = process.env['PORTAL_DATA_DIR'] ?? '';
    const noted = readAddresses(dataDir);
    if (!noted) throw new Error('PORTAL_DATA_DIR names no portal that runs');
    await using others = await othersWait(20);
    const running = runLoad(
      {
        scenario: 'arrivals',
        rate: STUDENTS / 5,
        seconds: 5,
        slack: null,
        pages: 0,
        changes: 0,
        memoryMbPerHour: Number.POSITIVE_INFINITY,
      },
      placeOf(dataDir, noted, 'the portal of the tests'),
      () => {},
    );
    await Promise.race([others.followedBy(STUDENTS), running]);
    await others.goOn();
    const { verdicts, refused, text } = await running;
    const missed = verdicts.filter(({ ok }) => !ok);
    expect({ missed, refused, text }).toEqual({ missed: [], refused: [], text });
    const measured = Object.fromEntries(verdicts.map((one) => [one.what, one.measured]));
    expect(measured).toMatchObject({
      'students_inside, count': String(STUDENTS),
      'of those who waited, passed by who came 10 s later': `0.00 % of ${STUDENTS}, one by 0`,
    });
  });
});
