import { setTimeout as pause } from 'node:timers/promises';
import { client } from '@portal/kit/grpc/client';
import { ChargesServiceDefinition } from '@portal/proto/payments/v1/charges';
import { RegistrationsServiceDefinition } from '@portal/proto/registration/v1/registrations';
import type { World } from '../world.ts';
import { changeGranted } from './grants.ts';
import { bookForMan, changeLine, changeSession } from './office.ts';
import { type Outcomes, Person } from './person.ts';

const registrations = client(RegistrationsServiceDefinition, 'REGISTRATION_ADDR', 'bff');
const charges = client(ChargesServiceDefinition, 'PAYMENTS_ADDR', 'bff');

/** Staff who cancel, refund and change sessions and waiting lists while students are active. */
export class StaffMember extends Person {
  constructor(world: World, id: number, outcomes: Outcomes) {
    const roles = ['ROLE_ADMIN', 'ROLE_SUPER_ADMIN', 'ROLE_TECH_SUPPORT'];
    super(world, { kind: 'staff', id, roles, name: `staff ${id}`, via: 'bff' }, outcomes);
  }

  async live(until: number): Promise<void> {
    const { random } = this;
    while (this.world.runtime.now < until) {
      await pause(random.below(10_000));
      const way = random.below(14);
      if (way < 2) await this.cancelOne();
      else if (way < 4) await this.refundOne();
      else if (way < 7) await changeLine(this);
      else if (way < 10) await changeSession(this);
      else if (way < 12) await bookForMan(this);
      else await changeGranted(this);
    }
  }

  private async cancelOne(): Promise<void> {
    const open = this.world
      .database('registration')
      .read<{ id: number; student_id: number }>(
        "SELECT id, student_id FROM registration WHERE status IN ('registered', 'scheduled')",
      );
    if (open.length === 0) return;
    const { id: registrationId, student_id } = this.random.pick(open);
    await this.click(
      'office cancel',
      (by) => registrations.cancelRegistration({ registrationId, reason: 2 }, by),
      student_id,
    );
  }

  private async refundOne(): Promise<void> {
    const paid = this.world
      .database('payments')
      .read<{ id: number; cents: number; student: number }>(
        `SELECT c.id, c.amount_cents - c.refunded_cents - c.held_cents AS cents,
          p.student_id AS student
        FROM charge c JOIN payment p ON p.id = c.payment_id
        WHERE p.state = 'captured' AND c.type_id = '2'`,
      );
    if (paid.length === 0) return;
    const { id: chargeId, cents, student } = this.random.pick(paid);
    const amountCents = this.random.chance(0.5) ? cents : 1 + this.random.below(cents + 100);
    await this.click(
      'refund',
      (by) => charges.refundCharge({ chargeId, amountCents }, by),
      student,
    );
  }
}
