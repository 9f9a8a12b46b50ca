import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { SeminaryInvoicesServiceDefinition } from '@portal/proto/seminary/v1/invoices';
import { listInvoicedStudents } from './list-invoiced-students.ts';

export const seminaryInvoiceRpcs = rpcs(SeminaryInvoicesServiceDefinition, {
  listInvoicedStudents: {
    async handle(request, call) {
      const students = await listInvoicedStudents(call, request);
      return {
        students: students.map(({ exams, ...student }) => ({
          ...present(student),
          exams: exams.map(present),
        })),
      };
    },
  },
});
