import { expect, test } from '@jest/globals';
import {
  addSecondFactor,
  changeSecurity,
  getSecurity,
  secondFactor,
} from '@portal/contract/staff/security';
import { sql } from '../../../../portal/databases.ts';
import { until } from '../../../../portal/until.ts';
import { Person } from '../../../../portal-user/person.ts';
import { appCode } from '../../../people/second-factor/authenticator.ts';
import { whileRequired } from '../../../people/second-factor/required-second-factor.ts';
import {
  awaitingSecondFactor,
  freeCodes,
  staffWithApp,
} from '../../../people/second-factor/staff-with-app.ts';
import {
  type AddingPasskey,
  addingPasskey,
  holding,
  requestPasskey,
  staffWithPasskey,
} from '../../../people/second-factor/staff-with-passkey.ts';
import { type Staff, someStaff } from '../../../people/staff.ts';
import { quickHash } from '../../../people/students.ts';
import type { HurtPortal } from '../../harness/hurt-portal.ts';
import { killedEverywhere } from '../../harness/killed-everywhere.ts';
import { answered, persist } from '../../harness/people/buyer.ts';

const ROLE = 'ROLE_ADMISSIONS';
const CHANGED = 'Your sign-in methods were changed';

/** Creates staff whose sign-in waits for an app that they set up. */
async function settingUp() {
  const staff = await someStaff(ROLE, { passwordHash: quickHash });
  const person = await awaitingSecondFactor(staff);
  const { secret = '' } = await person.do(addSecondFactor, { step: 'begin', kind: 'totp' });
  return { staff, person, secret };
}

type SettingUp = Awaited<ReturnType<typeof settingUp>>;

const finish = (secret: string) =>
  ({ step: 'finish', kind: 'totp', code: appCode(secret) }) as const;

/** A person who is signed in, with the recovery codes that they were shown. */
interface Inside {
  person: Person;
  codes: readonly string[];
}

/** Makes new recovery codes in place of those that did not arrive. */
async function newCodes(person: Person, staff: Staff): Promise<readonly string[]> {
  const { recoveryCodes = [] } = await persist(person, changeSecurity, {
    action: 'newRecoveryCodes',
    password: staff.password,
  });
  return recoveryCodes;
}

/** Signs in with the app that was set up, and makes new recovery codes. */
async function insideByApp(staff: Staff, secret: string): Promise<Inside> {
  await freeCodes(staff);
  const person = await awaitingSecondFactor(staff);
  await persist(person, secondFactor, { method: 'totp', code: appCode(secret) });
  return { person, codes: await newCodes(person, staff) };
}

/**
 * Submits the code that the app shows until there is an answer. Where identity died after the
 * commit, the BFF's retry is refused (already_set_up), or, with a new key, the sign-in is over: the
 * app is set up and signs in.
 */
async function finished({ staff, person, secret }: SettingUp): Promise<Inside> {
  const answer = await until(
    () => person.ask(addSecondFactor, finish(secret)).catch(() => null),
    (got) => got !== null && got.status < 500,
    60,
    150,
  );
  if (['already_set_up', 'pending_over'].includes(answer?.body.code ?? ''))
    return insideByApp(staff, secret);
  expect(answer?.status).toBe(200);
  return { person, codes: answer?.body.recoveryCodes ?? [] };
}

/** Returns the stored second factors of an account. */
async function keptOf({ id }: Staff) {
  const count = async (what: string) => {
    const [row] = await sql<{ n: number }>('identity', `SELECT count(*)::integer AS n ${what}`, [
      id,
    ]);
    return row?.n;
  };
  return {
    factors: await count('FROM staff_factor WHERE user_id = $1'),
    codes: await count('FROM recovery_code WHERE user_id = $1'),
    used: await count('FROM recovery_code WHERE user_id = $1 AND used_at IS NOT NULL'),
    waiting: await count('FROM pending_sign_in WHERE user_id = $1'),
  };
}

/** Returns how often the history of an account has a change of this field. */
async function timesLogged({ id }: Staff, field: string): Promise<number> {
  const rows = await sql(
    'identity',
    `SELECT 1 FROM audit WHERE table_name = 'user' AND row_id = $1 AND change ? $2`,
    [String(id), field],
  );
  return rows.length;
}

/** Returns how many mails tell the owner that methods changed, sent or pending. */
const mailsOf = async ({ email }: Staff): Promise<number> =>
  (
    await sql('identity', 'SELECT 1 FROM mail WHERE recipient = $1 AND subject = $2', [
      email,
      CHANGED,
    ])
  ).length;

/** Kill -9 of identity while a second factor is set up, and while one is proved. */
export function secondFactorKills(hurt: () => HurtPortal): void {
  test('F1: an app set up while identity dies exists once, with recovery codes', () =>
    whileRequired(ROLE, async () => {
      const shown = new Map<number, Inside>();
      await killedEverywhere(hurt(), {
        steps: /^identity finishFactor\./,
        atLeast: 2, // before it is committed, and before it is answered
        prepare: settingUp,
        act: async (subject) => {
          shown.set(subject.staff.id, await finished(subject));
        },
        expectDoneOnce: async ({ staff }, mark) => {
          const kept = await keptOf(staff);
          expect([mark, kept]).toEqual([mark, { factors: 1, codes: 10, used: 0, waiting: 0 }]);
          expect([mark, await timesLogged(staff, 'factorAdded'), await mailsOf(staff)]).toEqual([
            mark,
            1,
            1,
          ]);
          const { person, codes } = shown.get(staff.id) as Inside;
          expect(await person.do(getSecurity, {})).toMatchObject({ recoveryLeft: 10 });
          for (const code of [codes[0], codes[9]]) {
            const other = await awaitingSecondFactor(staff);
            await persist(other, secondFactor, { method: 'recovery', code: code ?? '' });
          }
        },
      });
    }));

  test('F1: an app that was not stored before identity died can be set up again', () =>
    whileRequired(ROLE, async () => {
      const { stopAt, standsStill, portal } = hurt();
      await portal.ready();
      const { staff, person, secret } = await settingUp();
      stopAt('identity finishFactor.commit');
      const lost = person.ask(addSecondFactor, finish(secret)).catch(() => null);
      await standsStill('identity');
      // and is down for longer than the retries of its callers
      await portal.down('identity');
      expect((await lost)?.status ?? 503).toBe(503);
      await portal.up('identity');
      const kept = await keptOf(staff);
      expect(kept).toEqual({ factors: 0, codes: 0, used: 0, waiting: 1 });
      const begun = await answered(person, addSecondFactor, { step: 'begin', kind: 'totp' });
      const again = await persist(person, addSecondFactor, finish(begun.body.secret ?? ''));
      expect(again.recoveryCodes).toHaveLength(10);
      expect(await keptOf(staff)).toEqual({ factors: 1, codes: 10, used: 0, waiting: 0 });
    }));

  test('F1: an app whose confirmation was lost signs in and gives new codes', () =>
    whileRequired(ROLE, async () => {
      const { portal } = hurt();
      const { staff, person, secret } = await settingUp();
      const pending = person.cookie('pending') ?? '';
      const lost = await person.do(addSecondFactor, finish(secret));
      portal.kill('identity');
      await portal.ready();
      // as if the answer had been lost
      const other = new Person();
      other.setCookie('pending', pending);
      const again = await answered(other, addSecondFactor, finish(secret));
      expect([again.status, again.body.code]).toEqual([401, 'pending_over']);
      const { codes } = await insideByApp(staff, secret);
      expect(codes).toHaveLength(10);
      const old = await answered(await awaitingSecondFactor(staff), secondFactor, {
        method: 'recovery',
        code: lost.recoveryCodes?.[0] ?? '',
      });
      expect([old.status, old.body.code]).toEqual([422, 'code_wrong']);
    }));

  test.each(['recovery', 'totp'] as const)(
    'F1: a code (%s) that two browsers use while identity dies signs in one of them',
    async (method) => {
      await killedEverywhere(hurt(), {
        steps: /^identity finishSignIn\./,
        atLeast: 1,
        prepare: async () => {
          const { staff, secret, recoveryCodes } = await staffWithApp();
          const browsers = [await awaitingSecondFactor(staff), await awaitingSecondFactor(staff)];
          return { staff, secret, recoveryCodes, browsers };
        },
        act: async ({ secret, recoveryCodes, browsers }) => {
          // the app's next code is valid for longer than identity needs to restart
          const code = method === 'totp' ? appCode(secret, 1) : (recoveryCodes[0] ?? '');
          const answers = await Promise.all(
            browsers.map((person) => answered(person, secondFactor, { method, code })),
          );
          expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([
            200,
            'code_wrong',
          ]);
          const [inside, outside] = answers[0]?.status === 200 ? browsers : [...browsers].reverse();
          await (inside as Person).do(getSecurity, {});
          const still = await (outside as Person).ask(secondFactor, { method, code });
          expect([still.status, still.body.code]).toEqual([422, 'code_wrong']);
        },
        expectDoneOnce: async ({ staff }, mark) => {
          const used = Number(method === 'recovery');
          const kept = await keptOf(staff);
          expect([mark, kept]).toEqual([mark, { factors: 1, codes: 10, used, waiting: 1 }]);
          const logged = await timesLogged(staff, 'recoveryCode');
          // one about the added app, one about the code
          expect([mark, logged, await mailsOf(staff)]).toEqual([mark, used, 1 + used]);
        },
      });
    },
  );

  test('F1: a passkey added while identity dies exists once and allows no replay', async () => {
    const shown = new Map<number, readonly string[]>();
    await killedEverywhere(hurt(), {
      steps: /^identity finishFactor\./,
      atLeast: 2, // before it is committed, and before it is answered
      prepare: () => addingPasskey(),
      act: async ({ staff, person, finish }) => {
        const { body } = await answered(person, addSecondFactor, finish);
        const codes = body.recoveryCodes ?? (await newCodes(person, staff));
        shown.set(staff.id, codes);
      },
      expectDoneOnce: async ({ staff, person, passkey, finish }: AddingPasskey, mark) => {
        const again = await answered(person, addSecondFactor, finish);
        expect([mark, again.status, again.body.code]).toEqual([mark, 422, 'code_wrong']);
        const kept = await keptOf(staff);
        expect([mark, kept]).toEqual([mark, { factors: 1, codes: 10, used: 0, waiting: 0 }]);
        expect([mark, await timesLogged(staff, 'factorAdded'), await mailsOf(staff)]).toEqual([
          mark,
          1,
          1,
        ]);
        const { person: other, answer } = await requestPasskey(staff, passkey, 2);
        await persist(other, secondFactor, answer);
        const codes = shown.get(staff.id) ?? [];
        expect(codes).toHaveLength(10);
        await persist(await awaitingSecondFactor(staff), secondFactor, {
          method: 'recovery',
          code: codes[9] ?? '',
        });
      },
    });
  });

  test('F1: a passkey signs in once while identity dies, and cannot be replayed', async () => {
    await killedEverywhere(hurt(), {
      steps: /^identity finishSignIn\./,
      atLeast: 1,
      prepare: async () => {
        const { staff, passkey } = await staffWithPasskey();
        return { staff, passkey, attempt: await requestPasskey(staff, passkey, 2) };
      },
      act: async ({ attempt: { person, answer } }) => {
        await persist(person, secondFactor, answer);
        await person.do(getSecurity, {});
      },
      expectDoneOnce: async ({ staff, passkey, attempt }, mark) => {
        const kept = await keptOf(staff);
        expect([mark, kept]).toEqual([mark, { factors: 1, codes: 10, used: 0, waiting: 0 }]);
        const again = await answered(holding(attempt.pending), secondFactor, attempt.answer);
        expect([mark, again.status, again.body.code]).toEqual([mark, 401, 'pending_over']);
        const other = await requestPasskey(staff, passkey, 3);
        const replayed = await answered(other.person, secondFactor, attempt.answer);
        expect([mark, replayed.status, replayed.body.code]).toEqual([mark, 422, 'code_wrong']);
        await persist(other.person, secondFactor, other.answer);
      },
    });
  });

  test('F1: staff whose sign-in by passkey was lost by a death sign in again', async () => {
    const { portal } = hurt();
    await portal.ready();
    const { staff, passkey } = await staffWithPasskey();
    const { person, pending, answer } = await requestPasskey(staff, passkey, 2);
    await person.do(secondFactor, answer);
    portal.kill('identity');
    await portal.ready();
    // as if the answer had been lost
    const lost = await answered(holding(pending), secondFactor, answer);
    expect([lost.status, lost.body.code]).toEqual([401, 'pending_over']);
    const again = await requestPasskey(staff, passkey, 3);
    await persist(again.person, secondFactor, again.answer);
    await again.person.do(getSecurity, {});
  });
}
