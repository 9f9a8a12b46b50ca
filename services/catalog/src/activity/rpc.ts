import { rpcs } from '@portal/kit/grpc/rpc';
import { officeHistory } from '@portal/kit/history/list-history';
import { ActivityServiceDefinition } from '@portal/proto/catalog/v1/activity';

export const activityRpcs = rpcs(ActivityServiceDefinition, { listOfficeHistory: officeHistory });
