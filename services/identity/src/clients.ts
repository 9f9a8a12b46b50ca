import { client } from '@portal/kit/grpc/client';
import { SchoolsServiceDefinition } from '@portal/proto/schools/v1/schools';

export const schools = client(SchoolsServiceDefinition, 'SCHOOLS_ADDR', 'identity');
