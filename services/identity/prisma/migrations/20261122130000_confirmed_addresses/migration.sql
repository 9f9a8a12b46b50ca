-- When the owner of the mailbox followed a link that was mailed there; null: nobody ever did. Accounts from before are confirmed unless
-- somebody made them by signing up alone and has used no mailed link since.
ALTER TABLE student_account ADD COLUMN email_confirmed_at timestamptz;
UPDATE student_account SET email_confirmed_at = password_set_at FROM student
WHERE student.id = student_id
  AND (student.created_by IS DISTINCT FROM 'sign-up'
    OR EXISTS (SELECT FROM token WHERE token.student_id = student_account.student_id AND used_at IS NOT NULL));
