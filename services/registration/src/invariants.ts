import { broken, type Invariants } from '@portal/kit/commands/sweep';
import type { Sql } from '@portal/kit/database/database';

/** Must hold whatever process dies. Checked by tests after every fault, and as a metric. */
export const invariants: Invariants = {
  'seats left are capacity less seated and held': (sql) => sql.many`
    SELECT s.id FROM session s WHERE s.seats IS NOT NULL AND s.seats_left <> s.seats
      - (SELECT count(*) FROM student_session p WHERE p.session_id = s.id AND p.takes = 'seat')
      - (SELECT count(*) FROM seat_hold h WHERE h.session_id = s.id AND NOT h.special)
      - s.passed_seats`,
  'special places left are those of the rooms less taken and held': (sql) => sql.many`
    SELECT s.id FROM session s WHERE s.special_left <> s.special_places
      - (SELECT count(*) FROM student_session p WHERE p.session_id = s.id AND p.takes = 'special')
      - (SELECT count(*) FROM seat_hold h WHERE h.session_id = s.id AND h.special)
      - s.passed_special`,
  'who sits without a place waits for a special one, and who has one does not': (sql) => sql.many`
    SELECT session_id, student_id FROM student_session
    WHERE (takes = 'nothing' AND special_wanted_at IS NULL)
      OR (takes = 'special' AND special_wanted_at IS NOT NULL)`,
  'no session is oversold': (sql) =>
    sql.many`
      SELECT id FROM session
      WHERE seats_left < 0 OR seats_left > seats OR passed_seats < 0 OR passed_special < 0
        OR special_left NOT BETWEEN 0 AND special_places`,
  'a place is held for every open offer, and no offer is open without one': (sql) => sql.many`
    SELECT w.id, w.session_id FROM waiting_entry w
    LEFT JOIN seat_hold h ON h.waiting_id = w.id AND h.session_id = w.session_id
      AND h.student_id = w.student_id
    WHERE w.state = 'offered' AND h.session_id IS NULL`,
  'who waits is known to the session, which passes its places on': (sql) => sql.many`
    SELECT w.id, w.session_id FROM waiting_entry w JOIN session s ON s.id = w.session_id
    WHERE w.state = 'waiting' AND NOT s.has_line`,
  'special places of a session are those of its special rooms': (sql) => sql.many`
    SELECT s.id FROM session s WHERE s.special_places <> (
      SELECT COALESCE(sum(r.places), 0) FROM session_room r
      WHERE r.session_id = s.id AND r.special)`,
  'no student has filled more minutes than a session gives': (sql) => sql.many`
    SELECT session_id, student_id FROM student_session WHERE minutes_left < 0`,
  'every place in a session is filled by the registrations in it': (sql) => sql.many`
    SELECT p.session_id, p.student_id FROM student_session p JOIN session s ON s.id = p.session_id
    LEFT JOIN registration r ON r.session_id = p.session_id AND r.student_id = p.student_id
      AND r.status NOT IN ('pending', 'dropped')
    GROUP BY p.session_id, p.student_id, p.exams, p.minutes_left, s.limit_to_1_test
    HAVING count(r.id) <> p.exams
      OR (NOT s.limit_to_1_test AND p.minutes_left <> 210 - COALESCE(sum(r.session_minutes), 0))`,
  'every registration in a counted session has a place in it': (sql) => sql.many`
    SELECT r.id
    FROM registration r JOIN session s ON s.id = r.session_id AND s.session_type IN ('21', '23')
    WHERE r.status NOT IN ('pending', 'dropped')
      AND NOT EXISTS (SELECT FROM student_session p
        WHERE p.session_id = r.session_id AND p.student_id = r.student_id)`,
  'a student has one open registration of an exam': (sql) => sql.many`
    SELECT student_id, exam_group FROM registration
    WHERE status NOT IN ('dropped', 'cancelled', 'taken', 'graded')
    GROUP BY student_id, exam_group HAVING count(*) > 1`,
  'no registration stands without the record of its credits': (sql) => sql.many`
    SELECT id FROM registration WHERE status NOT IN ('pending', 'dropped') AND paid_at IS NULL
      AND NOT (charge_school OR is_free_school_registration OR is_old_system
        OR vendor_approved_retake OR vendor_approved_retake_with_fee
        OR seminary_redemption_date IS NOT NULL)`,
  'every registration says how it came to be': (sql) => sql.many`
    SELECT r.id FROM registration r WHERE r.status NOT IN ('pending', 'dropped')
      AND NOT EXISTS (SELECT FROM registration_log l
        WHERE l.registration_id = r.id AND l.to_status = r.status)`,
  'a registration is graded once': (sql) => sql.many`
    SELECT r.id
    FROM registration r JOIN registration_log l ON l.registration_id = r.id
      AND l.to_status = 'graded' AND l.from_status <> 'graded'
    WHERE NOT r.is_old_system GROUP BY r.id HAVING count(*) > 1`,
  'a graded registration has its grade': (sql) => sql.many`
    SELECT r.id FROM registration r LEFT JOIN exam_result x ON x.registration_id = r.id
    WHERE r.status = 'graded' AND x.grade_comment IS NULL`,
  'a grade waits only where assignments do': (sql) => sql.many`
    SELECT r.id FROM exam_result x JOIN registration r ON r.id = x.registration_id
    WHERE x.held_grade_comment IS NOT NULL AND r.status <> 'taken'`,
  'a retake with a fee has its payment, and no other has one': (sql) => sql.many`
    SELECT id FROM registration
    WHERE status NOT IN ('pending', 'dropped')
      AND vendor_approved_retake_with_fee <> (retake_payment_id IS NOT NULL)`,
  'an attached proctor payment belongs to the booked session': (sql) => sql.many`
    SELECT p.id FROM proctor_payment p JOIN registration r ON r.id = p.registration_id
    WHERE p.state = 'attached' AND r.session_id IS DISTINCT FROM p.session_id`,
  'no live proctor payment is left at a cancelled registration': (sql) => sql.many`
    SELECT p.id FROM proctor_payment p JOIN registration r ON r.id = p.registration_id
    WHERE r.status IN ('cancelled', 'dropped') AND p.state IN ('held', 'attached')`,
  'no file is on its way for a registration that was given up': (sql) => sql.many`
    SELECT h.id FROM hand_in h JOIN registration r ON r.id = h.registration_id
    WHERE r.status IN ('cancelled', 'dropped')`,
  // students leave one by one, within seconds; those whose exam has begun stay
  'nobody is booked in a session that was called off, and no seat of it is held': (sql) => sql.many`
    SELECT r.session_id, r.id AS registration_id
    FROM session s
    JOIN registration r ON r.session_id = s.id
    LEFT JOIN online_sitting o ON o.registration_id = r.id
    LEFT JOIN exam_result x ON x.registration_id = r.id
    WHERE s.called_off_at < now() - interval '5 minutes' AND r.status = 'scheduled'
      AND x.batch_id IS NULL AND x.arrived_back IS NULL AND o.online_exam_started IS NULL
    UNION ALL
    SELECT h.session_id, h.registration_id FROM session s JOIN seat_hold h ON h.session_id = s.id
    WHERE s.called_off_at < now() - interval '5 minutes'`,
  'a session that was moved or called off leaves nobody behind': (sql) => sql.many`
    SELECT e.run_id, e.registration_id
    FROM session_run r JOIN session_run_exam e ON e.run_id = r.id
    WHERE r.finished_at IS NOT NULL AND (e.outcome IS NULL
      OR (e.refund_payment_id IS NOT NULL AND e.refunded_cents IS NULL))`,
  'paid additional fees are those of the payments told of': (sql) => sql.many`
    SELECT r.id FROM registration r WHERE r.additional_paid_cents <>
      (SELECT COALESCE(sum(f.additional_cents), 0) FROM fee_payment f
        WHERE f.registration_id = r.id)`,
  'every proctor payment is one that was told of': (sql) => sql.many`
    SELECT p.id FROM proctor_payment p LEFT JOIN fee_payment f ON f.payment_id = p.payment_id
    WHERE p.payment_id IS NOT NULL AND f.proctor_cents IS DISTINCT FROM p.cents`,
};

/** Names of the invariants that do not hold, with the rows that break them. */
export const brokenInvariants = (sql: Sql): Promise<Record<string, unknown[]>> =>
  broken(sql, invariants);
