import { describe, expect, test } from '@jest/globals';
import { calls } from '@portal/contract/calls';
import { login } from '@portal/contract/students/auth';
import { getCreditsInfo } from '@portal/contract/students/student';
import { waitInLine } from '@portal/contract/students/waiting';
import { until } from '../../../portal/until.ts';
import { Person } from '../../../portal-user/person.ts';
import { aStudent } from '../../people/students.ts';
import { othersWait } from '../../people/waiting-room.ts';

interface Documented {
  paths: Record<string, { post?: { responses: Record<string, { description: string }> } }>;
}

/** Polls the position of a visitor until it is their turn, more often than a browser does. */
const isTurnOf = (visitor: Person) =>
  until(
    () => visitor.ask(waitInLine, {}),
    ({ body }) => body.state === 'open',
  );

describe('waitInLine', () => {
  test('keeps the place of a visitor and admits them in the order of arrival', async () => {
    const { email, password } = await aStudent();
    const inside = new Person();
    await inside.do(login, { email, password });
    await using others = await othersWait(3);
    const [first, second] = [new Person(), new Person()];

    const refused = await first.ask(login, { email, password });
    expect(refused).toMatchObject({ status: 429, body: { code: 'waiting_room' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const place = first.cookie('place');
    const later = (await second.ask(waitInLine, {})).body;
    const sooner = (await first.ask(waitInLine, {})).body;
    expect([sooner.state, later.state]).toEqual(['waiting', 'waiting']);
    expect(sooner.ahead).toBeGreaterThanOrEqual(3);
    expect(sooner.ahead).toBeLessThan(later.ahead ?? 0);
    expect(first.cookie('place')).toBe(place);
    // a student who is inside continues
    expect((await inside.ask(getCreditsInfo, {})).status).toBe(200);

    await others.goOn();
    await isTurnOf(first);
    await first.do(login, { email, password });
    expect((await first.ask(getCreditsInfo, {})).status).toBe(200);
    await isTurnOf(second);
    await second.do(login, { email, password });
  });

  test('is documented at the calls that visitors wait for, and at no other', async () => {
    const { body } = await new Person().send<Documented>('GET', '/api/openapi.json');
    const documented = calls.filter(({ call }) =>
      /`waiting_room`.*`waiting_room_full`/.test(
        body.paths[call.path]?.post?.responses['429']?.description ?? '',
      ),
    );
    expect(documented.map(({ name }) => name).sort()).toEqual(
      calls.flatMap(({ name, call }) => (call.queued ? [name] : [])).sort(),
    );
    expect(documented.length).toBeGreaterThan(3);
  });
});
