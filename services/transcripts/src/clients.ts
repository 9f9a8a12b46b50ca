import { client } from '@portal/kit/client';
import { VendorsServiceDefinition } from '@portal/proto/identity/v1/vendors';
import { GradesServiceDefinition } from '@portal/proto/registration/v1/grades';

export const vendors = client(VendorsServiceDefinition, 'IDENTITY_ADDR', 'transcripts');
export const grades = client(GradesServiceDefinition, 'REGISTRATION_ADDR', 'transcripts');
