import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { SchoolPaymentsServiceDefinition } from '@portal/proto/payments/v1/schools';
import { chargingSchool } from './charge-school.ts';
import { checkOneTimeCard } from './one-time-card.ts';

export const schoolPaymentRpcs = rpcs(SchoolPaymentsServiceDefinition, {
  chargeSchool: {
    async handle({ schoolId, amountCents, card, last4, cardType, payer }, call) {
      const charged = await chargingSchool.start(call, {
        schoolId,
        amountCents,
        card: checkOneTimeCard({
          descriptor: card?.descriptor ?? '',
          value: card?.value ?? '',
          last4: last4 ?? null,
          cardType: cardType ?? null,
        }),
        reader: payer ? { firstName: payer.name, email: payer.email } : null,
      });
      return present(charged);
    },
  },
});
