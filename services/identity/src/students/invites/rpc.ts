import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { InvitesServiceDefinition } from '@portal/proto/identity/v1/invites';
import { sendInvite } from './send-invite.ts';

export const inviteRpcs = rpcs(InvitesServiceDefinition, {
  sendInvite: {
    handle: async ({ seminaryStudentId, ...wish }, call) => {
      const { existing } = await sendInvite(call, {
        ...wish,
        seminaryStudentId: seminaryStudentId || null,
      });
      return { existing: existing.map(present) };
    },
  },
});
