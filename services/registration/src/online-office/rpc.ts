import { rpcs } from '@portal/kit/rpc';
import { OnlineOfficeServiceDefinition } from '@portal/proto/registration/v1/online_office';
import { clearAccess, clearCompleted, reopen } from './correct-online.ts';

export const onlineOfficeRpcs = rpcs(OnlineOfficeServiceDefinition, {
  clearAccess: { access: ['superAdmin', 'tech_support'], handle: (request, call) => clearAccess(call, request) },
  reopen: { access: ['superAdmin'], handle: (request, call) => reopen(call, request) },
  clearCompleted: { access: ['tech_support'], handle: (request, call) => clearCompleted(call, request) },
});
