import { runService } from '@portal/kit/service';
import { sendResetsJob } from './accounts/passwords/send-resets.ts';
import { accountRpcs } from './accounts/rpc.ts';
import { env } from './env.ts';
import { forgetJob } from './forget.ts';
import { activityRpcs } from './platform/activity/rpc.ts';
import { blankDueJob } from './platform/blanking/blank-due.ts';
import { blankProcess } from './platform/blanking/blank-process.ts';
import { exportProcess } from './platform/data-requests/export-process.ts';
import { forgetDataJob } from './platform/data-requests/forget-data.ts';
import { dataRequestRpcs } from './platform/data-requests/rpc.ts';
import { finderRpcs, openedThingsRpcs } from './platform/finder/rpc.ts';
import { waitingRpcs } from './platform/office-queues/rpc.ts';
import { savedFilterRpcs } from './platform/saved-filters/rpc.ts';
import { webhookRpcs } from './platform/webhooks/rpc.ts';
import { collegeRpcs } from './records/colleges/rpc.ts';
import { studentFileRpcs } from './records/files/rpc.ts';
import { settingsRpcs } from './records/settings/rpc.ts';
import { findSubject } from './records/students/find-subject.ts';
import { vendorRpcs } from './records/vendors/rpc.ts';
import { resealJob } from './security/second-factor/reseal.ts';
import { securityRpcs } from './security/second-factor/rpc.ts';
import { staffRpcs } from './staff/rpc.ts';
import { studentImportRpcs } from './students/import-runs/rpc.ts';
import { importProcess } from './students/import-runs/run-import.ts';
import { undoProcess } from './students/import-runs/undo-import.ts';
import { forgetImportsJob } from './students/imports/records/forget-imports.ts';
import { mailInviteSecretsJob } from './students/invites/mail-secrets.ts';
import { inviteRpcs } from './students/invites/rpc.ts';
import { partnerIdRpcs } from './students/partner-ids/rpc.ts';
import { studentRpcs } from './students/rpc.ts';
import { studyMemberRpcs } from './students/study/rpc.ts';

await runService({
  name: 'identity',
  env,
  rpcs: [
    accountRpcs,
    staffRpcs,
    settingsRpcs,
    securityRpcs,
    studentRpcs,
    studentFileRpcs,
    studentImportRpcs,
    collegeRpcs,
    inviteRpcs,
    partnerIdRpcs,
    vendorRpcs,
    studyMemberRpcs,
    activityRpcs,
    dataRequestRpcs,
    webhookRpcs,
    waitingRpcs,
    finderRpcs,
    openedThingsRpcs,
    savedFilterRpcs,
  ],
  findSubject,
  processes: [importProcess, undoProcess, exportProcess, blankProcess],
  jobs: (db) => [
    sendResetsJob(db),
    forgetJob(db),
    forgetImportsJob(db),
    forgetDataJob(db),
    blankDueJob(db),
    mailInviteSecretsJob(db),
    resealJob(db),
  ],
});
