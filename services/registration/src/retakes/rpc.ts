import { rpcs } from '@portal/kit/rpc';
import { RetakesServiceDefinition } from '@portal/proto/registration/v1/retakes';
import { makeApprovedRetake } from '../purchases/approved-retake.ts';
import { buyApprovedRetake } from '../purchases/buy-approved-retake.ts';
import { changeToCourse } from './change-to-course.ts';

export const retakeRpcs = rpcs(RetakesServiceDefinition, {
  makeApprovedRetake: { access: ['admin', 'support'], handle: (request, call) => makeApprovedRetake(call, request) },
  buyApprovedRetake: { access: ['admin', 'support'], handle: (request, call) => buyApprovedRetake(call, request) },
  changeToCourse: { access: ['admin', 'support'], handle: (request, call) => changeToCourse(call, request) },
});
