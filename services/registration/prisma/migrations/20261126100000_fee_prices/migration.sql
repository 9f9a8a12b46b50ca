-- What the proctor of a sitting and a retake that the vendor approved cost, as catalog says (R-559): a read copy of one row. A
-- registration keeps the proctor fee that was usual when it was made, which later sittings of it cost (R-193).
CREATE TABLE price_copy (
  id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  proctor_fee_cents bigint NOT NULL,
  retake_fee_cents bigint NOT NULL
);
ALTER TABLE registration ADD COLUMN usual_proctor_fee_cents bigint NOT NULL DEFAULT 1500
  CHECK (usual_proctor_fee_cents >= 0);

CREATE OR REPLACE VIEW registration_seen AS
SELECT
  r.id, r.student_id, r.exam_id, r.exam_group, r.status, r.created_at, r.cancelled_at,
  r.cancel_reason, r.is_retake, r.run_id, r.session_id, r.session_type, r.branch_id,
  r.session_minutes, r.calendar_sequence, r.admin_cancel_session_id, r.admin_cancel_session_date,
  r.admin_cancel_session_reason_code, r.paid_at, r.credits_spent, r.free_seminary_retake,
  r.package_type_ids, r.proctor_fee_cents, r.additional_charge_cents, r.no_additional_fees,
  r.additional_paid_cents, r.additional_refunded_cents, r.give_back_due_at, r.given_back_at,
  r.charge_school, r.is_free_school_registration, r.is_old_system, r.vendor_approved_retake,
  r.vendor_approved_retake_with_fee, r.retake_payment_id, r.exam_to_course,
  r.seminary_redemption_date, COALESCE(o.proctor_reserved, false) AS proctor_reserved,
  o.proctor_uuid, COALESCE(o.online_access, false) AS online_access,
  o.online_exam_started, o.online_exam_completed, o.online_exam_redirect,
  COALESCE(o.online_exam_taken_override, false) AS online_exam_taken_override, o.resume_until,
  r.online_program_started,
  r.online_program_completed, r.assignments_started, r.assignments_completed, x.taken_on,
  x.arrived_back, COALESCE(x.paper_exam_uploaded, false) AS paper_exam_uploaded, x.batch_id,
  x.grade, x.grade_comment, x.graded_on,
  COALESCE(r.status = 'graded' AND x.is_passed, false) AS is_passed,
  s.starts_at AS session_starts_at,
  s.last_date AS session_last_date,
  s.closing_date AS session_closing_date,
  s.closing_time AS session_closing_time,
  s.school_id AS session_school_id,
  c.charge_proctor_fee AS school_charges_proctor_fee,
  a.starts_at AS left_session_starts_at,
  e.vendor_id,
  e.duration_minutes,
  e.online_only,
  e.paper_only,
  e.program_content_code,
  e.assignments AS has_assignments,
  COALESCE((
    SELECT jsonb_agg(
      jsonb_build_object('id', p.id, 'state', p.state, 'cents', p.cents, 'sessionId', p.session_id,
        'paymentId', p.payment_id) ORDER BY p.id)
    FROM proctor_payment p WHERE p.registration_id = r.id), '[]') AS proctor_payments,
  s.called_off_at IS NOT NULL AS is_session_called_off,
  a.called_off_at IS NOT NULL AS was_left_session_called_off,
  e.content_code,
  e.exam_proctor_code,
  e.active AS is_exam_active,
  e.phonesystem_active AS is_self_service,
  c.online_sessions AS school_has_online_sessions,
  u.gender AS student_gender,
  u.is_denied,
  o.reopened_at,
  o.access_cleared_at,
  x.held_grade,
  x.held_grade_comment,
  COALESCE(r.moved_session_id = r.session_id, false) AS is_session_moved,
  u.booking_barred_until,
  r.usual_proctor_fee_cents
FROM registration r
LEFT JOIN online_sitting o ON o.registration_id = r.id
LEFT JOIN exam_result x ON x.registration_id = r.id
LEFT JOIN session s ON s.id = r.session_id
LEFT JOIN school_copy c ON c.id = s.school_id
LEFT JOIN session a ON a.id = r.admin_cancel_session_id
LEFT JOIN exam_copy e ON e.id = r.exam_id
LEFT JOIN student_copy u ON u.id = r.student_id
WHERE r.status NOT IN ('pending', 'dropped');
