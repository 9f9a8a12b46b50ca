import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { plusSeconds } from '@portal/kit/clock';
import { connect } from '@portal/kit/database/database';
import { steadyNow } from '@portal/kit/steady-clock';
import {
  asStaff,
  freshDatabase,
  PATIENT,
  refusalOf,
  refusals,
  type TestDatabase,
  twoMeetAtInsert,
} from '@portal/kit/testing';
import { aPassword, aStudent, someLists } from '../../testing.ts';
import { mailNextInviteSecret } from './mail-secrets.ts';
import { type SendInvite, sendInvite } from './send-invite.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('identity');
  await someLists(db);
  await db.run`INSERT INTO college (id, name, active) VALUES (88, 'Closed', false)`;
});
afterAll(() => db.drop());

let next = 0;
const invites = (changes: Partial<SendInvite> = {}): SendInvite => {
  next += 1;
  return {
    firstName: 'Ina',
    email: `invited${next}@student.test`,
    collegeId: 269,
    seminaryStudentId: null,
    ...changes,
  };
};
let lastStaff = 100;
/** Calls of one member of staff who has sent no invitation yet. */
function someStaff({ of = db as Parameters<typeof asStaff>[0] } = {}) {
  lastStaff += 1;
  const id = lastStaff;
  return (options: Parameters<typeof asStaff>[2] = {}) => {
    const call = asStaff(of, ['ROLE_ADMISSIONS'], options);
    return { ...call, actor: { ...call.actor, id } };
  };
}
const invitesTo = (email: string) =>
  db.many<{ id: number; open: boolean; days: number }>`
    SELECT id, num_nonnulls(used_at, replaced_at) = 0 AS open,
      extract(day FROM expires_at - created_at)::int AS days
    FROM invite WHERE lower(email) = lower(${email}) ORDER BY id`;

test('an invitation lasts thirty days; its link names address, type and college', async () => {
  const wish = invites({ email: ' Ina.New@student.test ', seminaryStudentId: 5 });
  expect(await sendInvite(someStaff()(), wish)).toEqual({ existing: [] });

  const [invite] = await invitesTo('ina.new@student.test');
  expect(invite).toMatchObject({ open: true, days: 30 });
  const mail = await db.one<{ recipient: string; subject: string; bodyText: string }>`
    SELECT recipient, subject, body_text FROM mail WHERE key = ${`invite:${invite?.id}`}`;
  expect(mail).toMatchObject({
    recipient: 'Ina.New@student.test',
    subject: 'Create your JSE account',
  });
  const [, email = '', type, college = '', secret = ''] =
    /\/register\/([\w-]+)\/(\d+)\/([\w-]+)\?invitation=([\w-]{43})\b/.exec(mail.bodyText) ?? [];
  expect([
    Buffer.from(email, 'base64url').toString(),
    type,
    Buffer.from(college, 'base64url').toString(),
  ]).toEqual(['Ina.New@student.test', '2', '269']);
  const { kept } = await db.one<{ kept: string }>`
    SELECT (SELECT string_agg(invite::text, '') FROM invite)
      || (SELECT string_agg(outbox::text, '') FROM outbox)
      || (SELECT string_agg(audit::text, '') FROM audit)
      || (SELECT string_agg(idempotency::text, '') FROM idempotency) AS kept`;
  expect(kept).not.toContain(secret);
  const event = await db.one`
      SELECT payload->'data' AS data FROM outbox
      WHERE type = 'identity.invite_sent' ORDER BY id DESC LIMIT 1`;
  expect(event).toEqual({ data: { inviteId: invite?.id, collegeId: 269 } });
});

test('a newer invitation ends the older one', async () => {
  const staff = someStaff();
  const wish = invites();
  await sendInvite(staff(), wish);
  await sendInvite(staff(), { ...wish, email: wish.email.toUpperCase() });

  expect((await invitesTo(wish.email)).map(({ open }) => open)).toEqual([false, true]);
});

test('invitations to one address at the same moment leave one open', async () => {
  const wish = invites();
  await Promise.all([1, 2, 3, 4].map(() => sendInvite(someStaff()(), wish)));

  expect((await invitesTo(wish.email)).map(({ open }) => open).sort()).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

test("a student's address, on record or as a login, is reported and gets no mail", async () => {
  const onRecord = await aStudent(db, { email: 'known@student.test', collegeId: 269 });
  const withLogin = await aStudent(db, { email: 'login@student.test' }, aPassword);
  await db.run`UPDATE student SET email = 'moved@student.test' WHERE id = ${withLogin.id}`;

  const call = someStaff()();
  const { existing } = await sendInvite(call, invites({ email: 'KNOWN@student.test' }));
  expect(existing).toEqual([
    {
      id: onRecord.id,
      firstName: onRecord.firstName,
      lastName: onRecord.lastName,
      maidenName: null,
      last4Ssn: onRecord.last4Ssn,
      dob: onRecord.dob,
      email: 'known@student.test',
      collegeName: 'Woodmont College',
      schoolId: null,
      jseId: onRecord.jseId,
    },
  ]);
  expect(await sendInvite(call, invites({ email: 'KNOWN@student.test' }))).toEqual({ existing });
  expect(await db.many`SELECT answer FROM idempotency WHERE key = ${call.key}`).toEqual([
    { answer: { existingIds: [onRecord.id] } },
  ]);
  const byLogin = await sendInvite(someStaff()(), invites({ email: 'login@student.test' }));
  expect(byLogin.existing.map(({ id }) => id)).toEqual([withLogin.id]);
  expect([
    ...(await invitesTo('known@student.test')),
    ...(await invitesTo('login@student.test')),
  ]).toEqual([]);
});

test('mails an open invitation without a secret again with one, once', async () => {
  await db.run`
    INSERT INTO invite (email, first_name, membership_type_id, college_id, invited_by, created_at,
      expires_at, replaced_at)
    VALUES ('older@student.test', 'Ora', 2, 269, 1, now(), now() + interval '9 days', NULL),
                  ('over@student.test', 'Ora', 2, 269, 1, now() - interval '31 days',
                    now() - interval '1 day', NULL),
           ('newer@student.test', 'Ora', 2, 269, 1, now(), now() + interval '9 days', now())`;
  const runs = await Promise.all([1, 2, 3].map(() => mailNextInviteSecret(db, steadyNow())));
  expect([runs.filter(Boolean).length, await mailNextInviteSecret(db, steadyNow())]).toEqual([
    1,
    false,
  ]);

  const mails = await db.many<{ recipient: string; bodyText: string }>`
    SELECT recipient, body_text FROM mail
    WHERE recipient IN ('older@student.test', 'over@student.test', 'newer@student.test')`;
  expect(mails).toEqual([
    {
      recipient: 'older@student.test',
      bodyText: expect.stringMatching(/\/register\/[\w-]+\/2\/[\w-]+\?invitation=[\w-]{43}/),
    },
  ]);
});

test.each([
  [{ email: 'no address' }, 'Email invalid'],
  [{ firstName: ' ' }, 'First name invalid'],
  [{ firstName: 'x'.repeat(101) }, 'First name invalid'],
  [{ collegeId: 999 }, 'College invalid'],
  [{ collegeId: 88 }, 'College invalid'],
])('an invitation with %j is refused with %j', async (changes, detail) => {
  expect(await refusalOf(sendInvite(someStaff()(), invites(changes)))).toMatchObject({
    status: 422,
    code: 'invalid',
    detail,
  });
});

test('the same key invites once', async () => {
  const [staff, key, wish] = [someStaff(), randomUUID(), invites()];
  await sendInvite(staff({ key }), wish);
  await sendInvite(staff({ key }), wish);

  expect(await invitesTo(wish.email)).toHaveLength(1);
});

test('one member of staff invites twenty an hour, also at the same moment', async () => {
  const [staff, now] = [someStaff(), steadyNow()];
  for (let times = 0; times < 18; times += 1)
    await sendInvite(staff({ now: plusSeconds(now, -1800) }), invites());
  const answers = await Promise.allSettled(
    [1, 2, 3, 4, 5].map(() => sendInvite(staff({ now }), invites())),
  );

  expect(refusals(answers)).toEqual(['too_many_tries', 'too_many_tries', 'too_many_tries']);
  const refusal = await refusalOf(sendInvite(staff({ now }), invites()));
  expect(refusal).toMatchObject({
    status: 429,
    detail: 'Too many tries. Please try again later.',
    extra: { retryAfter: 1800 },
  });
  await sendInvite(someStaff()({ now }), invites());
  await sendInvite(staff({ now: plusSeconds(now, 1801) }), invites());
});

test('control: without the lock of a person more than twenty go out', async () => {
  await db.run`CREATE SCHEMA unguarded`;
  await db.run`
    CREATE FUNCTION unguarded.pg_advisory_xact_lock(bigint) RETURNS void LANGUAGE sql AS $$ $$`;
  const url = new URL(db.url);
  url.searchParams.set('options', '-c search_path=unguarded,public,test_clock,pg_catalog');
  const unguarded = connect(url.href, PATIENT);
  const staff = someStaff({ of: unguarded });
  for (let times = 0; times < 19; times += 1) await sendInvite(staff(), invites());
  await twoMeetAtInsert(db, 'invite');

  const answers = await Promise.allSettled([1, 2, 3, 4].map(() => sendInvite(staff(), invites())));
  await unguarded.close();
  expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(1);
});
