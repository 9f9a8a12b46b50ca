import { expect, test } from '@jest/globals';
import * as contract from '@portal/contract/sessions/staff-online';
import { OfficeRegistration } from '@portal/proto/registration/v1/online_office';
import { aPortal, aStaffSession } from '../testing/portal.ts';

const registration = (more: Partial<OfficeRegistration> = {}) =>
  OfficeRegistration.fromPartial({
    id: 9001,
    studentId: 12,
    examId: 101,
    examName: 'Ethics of the Fathers',
    vendorId: 1,
    vendorName: 'TAL',
    secularNumber: 'TAL-101',
    credits: 3,
    createdAt: new Date('2026-03-01T15:00:00Z'),
    status: 'online_access',
    onlineAccess: true,
    onlineExamTakenOverride: true,
    paidAt: new Date('2026-03-02T03:05:00Z'),
    startedAt: new Date('2026-03-02T03:05:00Z'),
    batchId: 7,
    earlierTries: [{ takenDate: '2026-01-05', grade: undefined, comment: 'Fail, late' }],
    actions: ['clearOnlineAccess'],
    ...more,
  });

async function shown(more: Partial<OfficeRegistration> = {}) {
  const answer = () => ({ registration: registration(more) });
  const portal = await aPortal({
    services: {
      registration: {
        onlineOffice: { reopen: answer, clearAccess: answer, clearCompleted: answer },
      },
    },
  });
  const cookie = await portal.signedIn(aStaffSession('ROLE_SUPER_ADMIN', 'ROLE_TECH_SUPPORT'));
  const ask = async (path: string): Promise<{ registration: unknown }> =>
    (await portal.post(path, { registrationId: 9001 }, cookie)).json() as Promise<{
      registration: unknown;
    }>;
  return { ask };
}

test.each([
  contract.setOnlineExamTakenOverride,
  contract.setOnlineAccess,
  contract.resetOnlineExamCompleted,
])('a registration is shown to staff as the contract says by $path', async (call) => {
  const { ask } = await shown();
  expect(call.answer.parse(await ask(call.path)).registration).toMatchObject({
    id: 9001,
    regId: 9001,
    status: 'Online access',
    active: true,
    is_retake_dates: '2026-01-05**Fail  late',
    startedDate: '2026-03-01',
    chargedOn: '2026-03-01',
    chargedAt: '2205',
    batchId: 7,
    batchDate: 'N/A',
    actions: ['clearOnlineAccess'],
  });
});

test.each([
  ['registered', 'Created', true],
  ['disconnected', 'Disconnected', true],
  ['course_completed', 'Course completed', true],
  ['cancelled', 'Cancelled', false],
])('the state %s is %s in words', async (status, words, active) => {
  const { ask } = await shown({ status, batchId: undefined });
  expect((await ask(contract.setOnlineAccess.path)).registration).toMatchObject({
    status: words,
    active,
    batchDate: null,
  });
});
