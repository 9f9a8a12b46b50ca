-- The report shows on which day a registration was paid.
CREATE OR REPLACE VIEW dated_registration AS
SELECT 1 AS date_type, s.starts_at AS at, r.id, r.student_id, r.exam_id, r.package_type_ids,
  s.session_type, s.location_id, s.school_id, s.id AS told_session_id,
  r.session_type AS own_session_type, r.admin_cancel_session_date, r.paid_at
FROM session s
CROSS JOIN LATERAL (
  SELECT g.id, g.student_id, g.exam_id, g.package_type_ids, g.session_type,
    g.admin_cancel_session_date, g.paid_at
  FROM registration g
  WHERE g.session_id = s.id AND g.status NOT IN ('pending', 'dropped', 'cancelled') OFFSET 0) r
WHERE s.session_type <> '99'
UNION ALL
SELECT 1, s.starts_at, r.id, r.student_id, r.exam_id, r.package_type_ids,
  s.session_type, s.location_id, s.school_id, s.id, r.session_type, r.admin_cancel_session_date,
  r.paid_at
FROM session s
CROSS JOIN LATERAL (
  SELECT g.id, g.student_id, g.exam_id, g.package_type_ids, g.session_type,
    g.admin_cancel_session_date, g.paid_at
  FROM registration g
  WHERE g.admin_cancel_session_id = s.id AND g.session_id IS NULL
    AND g.status NOT IN ('pending', 'dropped', 'cancelled')
    AND NOT EXISTS (
      SELECT FROM online_sitting o
      WHERE o.registration_id = g.id AND o.online_exam_started IS NOT NULL) OFFSET 0) r
UNION ALL
SELECT 1, o.online_exam_started, r.id, r.student_id, r.exam_id, r.package_type_ids,
  '99', NULL, NULL, COALESCE(r.session_id, r.admin_cancel_session_id), r.session_type,
  r.admin_cancel_session_date, r.paid_at
FROM online_sitting o
JOIN registration r ON r.id = o.registration_id
LEFT JOIN session s ON s.id = r.session_id
WHERE (s.id IS NULL OR s.session_type = '99') AND o.online_exam_started IS NOT NULL
  AND r.status NOT IN ('pending', 'dropped', 'cancelled')
UNION ALL
SELECT 2, b.batch_date::timestamp AT TIME ZONE 'America/New_York', r.id, r.student_id, r.exam_id,
  r.package_type_ids, COALESCE(s.session_type, r.session_type), s.location_id, s.school_id,
  s.id, r.session_type, r.admin_cancel_session_date,
  r.paid_at
FROM batch b
CROSS JOIN LATERAL (
  SELECT g.id, g.student_id, g.exam_id, g.package_type_ids, g.session_type, g.session_id,
    g.admin_cancel_session_id, g.admin_cancel_session_date, g.paid_at
  FROM exam_result x JOIN registration g ON g.id = x.registration_id
  WHERE x.batch_id = b.id AND g.status NOT IN ('pending', 'dropped', 'cancelled') OFFSET 0) r
LEFT JOIN session s ON s.id = COALESCE(r.session_id, r.admin_cancel_session_id)
WHERE b.batch_date IS NOT NULL;
