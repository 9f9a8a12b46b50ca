import { rpcs } from '@portal/kit/grpc/rpc';
import { RetakesServiceDefinition } from '@portal/proto/registration/v1/retakes';
import { withActions } from '../../office/actions/with-actions.ts';
import { makeApprovedRetake } from '../purchases/approved-retake.ts';
import { buyApprovedRetake } from '../purchases/buy-approved-retake.ts';
import { changeToCourse } from './change-to-course.ts';

export const retakeRpcs = rpcs(RetakesServiceDefinition, {
  makeApprovedRetake: {
    handle: async (request, call) => withActions(call, await makeApprovedRetake(call, request)),
  },
  buyApprovedRetake: {
    handle: async (request, call) => withActions(call, await buyApprovedRetake(call, request)),
  },
  changeToCourse: {
    handle: async (request, call) => withActions(call, await changeToCourse(call, request)),
  },
});
