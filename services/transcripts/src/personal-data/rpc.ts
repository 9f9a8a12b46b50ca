import { rpcs } from '@portal/kit/grpc/rpc';
import { exportHandler } from '@portal/kit/personal-data/export-student';
import { PersonalDataServiceDefinition } from '@portal/proto/transcripts/v1/personal_data';
import { personalRows } from './personal-rows.ts';
import { personalTables } from './personal-tables.ts';

export const personalDataRpcs = rpcs(PersonalDataServiceDefinition, {
  exportStudent: exportHandler({ tables: personalTables, rows: personalRows }),
});
