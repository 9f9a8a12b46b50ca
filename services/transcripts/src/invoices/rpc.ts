import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { InvoicesServiceDefinition } from '@portal/proto/transcripts/v1/invoices';
import { previewInvoice } from './preview-invoice.ts';
import { uploadInvoice } from './upload-invoice.ts';

export const invoiceRpcs = rpcs(InvoicesServiceDefinition, {
  uploadTalInvoice: {
    handle: async (request, call) => {
      if (!request.preview) return uploadInvoice(call, request);
      const { preview, ...answer } = await previewInvoice(call, request);
      const rows = preview.rows.map(({ line, ...row }) => present({ ...row, ...line }));
      return { ...answer, preview: present({ ...preview, rows }) };
    },
  },
});
