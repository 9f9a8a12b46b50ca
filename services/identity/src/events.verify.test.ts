import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, test } from '@jest/globals';
import { inTransaction } from '@portal/kit/commands/command';
import { asPublic, asStaff, freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { lastSent, verifyEvents } from '@portal/kit/testing/events/message-pacts';
import {
  PasswordChanged,
  SettingsChanged,
  SignInBarred,
  StaffAccessChanged,
  StudentAdded,
  StudentChanged,
  StudentFileChanged,
  StudentRemoved,
  WebhookChanged,
} from '@portal/proto/identity/v1/events';
import { setPassword } from './accounts/passwords/set-password.ts';
import { saveWebhook } from './platform/webhooks/save-webhook.ts';
import { setBar } from './records/files/set-bar.ts';
import { setStudentBars } from './records/files/set-student-bars.ts';
import { saveSettings } from './records/settings/save-settings.ts';
import { readSettings } from './records/settings/setting-store.ts';
import { createStaffUser } from './staff/create-staff-user.ts';
import { updateStaffUser } from './staff/update-staff-user.ts';
import { addStudent } from './students/enrolment/add-student.ts';
import { removeStudent } from './students/import-runs/undo-import.ts';
import { requestSignUp } from './students/sign-up/request-sign-up.ts';
import { aForm, aPassword, aStudent, newestLink, someLists } from './testing.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('identity');
});
afterAll(() => db.drop());

test('identity emits the events that their consumers rely on', async () => {
  await verifyEvents('identity', {
    'identity.student_added': async () => {
      await someLists(db);
      const form = aForm({ email: `${randomUUID()}@student.test` });
      await addStudent(asStaff(db, ['ROLE_ADMIN']), {
        id: 0,
        form,
        password: null,
        isRegular: false,
        botProof: null,
        confirmDoubleSsnDob: true,
        seminaryStudentId: 12,
      });
      return lastSent(db, StudentAdded);
    },
    'identity.student_changed': async () => {
      const { id: studentId } = await aStudent(db);
      const bars = { studentId, deniedRegistration: true, buyingStopped: false };
      await setStudentBars(asStaff(db, ['ROLE_ADMIN'], { studentId }), bars);
      return lastSent(db, StudentChanged);
    },
    'identity.student_removed': async () => {
      const { id: studentId } = await aStudent(db);
      const call = asStaff(db, ['ROLE_ADMIN'], { studentId });
      await inTransaction(call, 'undoImport.row', (tx) => removeStudent(tx, studentId));
      return lastSent(db, StudentRemoved);
    },
    'identity.student_file_changed': async () => {
      const { id: studentId } = await aStudent(db);
      const bar = { levels: ['buying' as const], until: null, reason: 'Owes a fee' };
      await setBar(asStaff(db, ['ROLE_ADMIN'], { studentId }), bar);
      return lastSent(db, StudentFileChanged);
    },
    'identity.sign_in_barred': async () => {
      const { id: studentId } = await aStudent(db);
      await setBar(asStaff(db, ['ROLE_ADMIN'], { studentId }), {
        levels: ['sign_in'],
        until: null,
        reason: 'Shared account',
      });
      return lastSent(db, SignInBarred);
    },
    'identity.webhook_changed': async () => {
      const form = {
        webhookId: null,
        url: 'http://localhost/hooks',
        description: null,
        active: true,
        events: ['registration.created'],
        rotateSecret: false,
        remove: false,
      };
      await saveWebhook(asStaff(db, ['ROLE_TECH_SUPPORT']), form, { localHosts: ['127.0.0.1'] });
      return lastSent(db, WebhookChanged);
    },
    'identity.settings_changed': async () => {
      const { changedBy: _, ...known } = await readSettings(db);
      await saveSettings(asStaff(db, ['ROLE_SUPER_ADMIN']), { ...known, offerHours: 12 });
      return lastSent(db, SettingsChanged);
    },
    'identity.password_changed': async () => {
      const email = `${randomUUID()}@student.test`;
      const { dob, last4Ssn } = await aStudent(db, { email });
      await requestSignUp(asPublic(db), { email, dob, last4Ssn });
      const { kind, id, type, token } = await newestLink(db, email);
      const account = { kind, id };
      await setPassword(asPublic(db), { account, type, token, proof: null, password: aPassword });
      return lastSent(db, PasswordChanged);
    },
    'identity.staff_access_changed': async () => {
      const call = () => asStaff(db, ['ROLE_TECH_SUPPORT'], { key: randomUUID() });
      // required by each consumer
      const aUser = async (name: string) => {
        const loginName = `${name}.${randomUUID().slice(0, 8)}`;
        return createStaffUser(call(), {
          loginName,
          realName: 'Rivka Stern',
          loginType: 'staff',
          comment: null,
          email: `${loginName}@staff.test`,
          roles: ['ROLE_TECH_SUPPORT'],
          schoolId: null,
        });
      };
      const keeper = await aUser('keeper');
      await db.run`
        UPDATE staff_user SET password_hash = '$argon2id$none' WHERE id = ${keeper.id}`;
      const { id: userId } = await aUser('leaver');
      await updateStaffUser(call(), { userId, active: false, resendLink: false });
      return lastSent(db, StaffAccessChanged);
    },
  });
});
