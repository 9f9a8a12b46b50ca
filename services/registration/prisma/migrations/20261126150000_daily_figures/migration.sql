-- Days whose figures are to be counted anew. Each change adds a row in its own transaction and
-- touches no row of anybody else: a counter of the day would let one purchase wait for another.
CREATE TABLE figure_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('registrations', 'results')),
  day date NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
-- What a job counts out of them; at no branch is branch 0, an exam without a copy vendor 0.
CREATE TABLE registration_figure (
  day date NOT NULL,
  vendor_id bigint NOT NULL,
  location_id bigint NOT NULL,
  registrations integer NOT NULL CHECK (registrations > 0),
  PRIMARY KEY (day, vendor_id, location_id)
);
CREATE TABLE result_figure (
  day date NOT NULL,
  vendor_id bigint NOT NULL,
  exam_id bigint NOT NULL,
  passed integer NOT NULL CHECK (passed >= 0),
  not_passed integer NOT NULL CHECK (not_passed >= 0),
  PRIMARY KEY (day, vendor_id, exam_id)
);
-- When all days were counted last; without a row they never were.
CREATE TABLE figure_count (
  id smallint PRIMARY KEY CHECK (id = 1),
  counted_at timestamptz NOT NULL
);

CREATE FUNCTION registration_figure_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_change (kind, day)
  VALUES ('registrations', (NEW.created_at AT TIME ZONE 'America/New_York')::date);
  RETURN NULL;
END $$;
CREATE TRIGGER registration_counted AFTER INSERT ON registration FOR EACH ROW
  WHEN (NEW.status NOT IN ('pending', 'dropped', 'cancelled'))
  EXECUTE FUNCTION registration_figure_changes();
CREATE TRIGGER registration_counted_anew AFTER UPDATE OF status, branch_id, exam_id
  ON registration FOR EACH ROW
  WHEN ((OLD.status IN ('pending', 'dropped', 'cancelled'))
      IS DISTINCT FROM (NEW.status IN ('pending', 'dropped', 'cancelled'))
    OR OLD.branch_id IS DISTINCT FROM NEW.branch_id OR OLD.exam_id IS DISTINCT FROM NEW.exam_id)
  EXECUTE FUNCTION registration_figure_changes();

CREATE FUNCTION result_figure_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_change (kind, day) VALUES ('results', NEW.graded_on);
  RETURN NULL;
END $$;
CREATE FUNCTION result_figure_leaves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_change (kind, day) VALUES ('results', OLD.graded_on);
  RETURN NULL;
END $$;
CREATE TRIGGER result_counted AFTER INSERT ON exam_result FOR EACH ROW
  WHEN (NEW.graded_on IS NOT NULL) EXECUTE FUNCTION result_figure_changes();
CREATE TRIGGER result_counted_anew AFTER UPDATE ON exam_result FOR EACH ROW
  WHEN (NEW.graded_on IS NOT NULL AND (OLD.graded_on IS DISTINCT FROM NEW.graded_on
    OR OLD.grade_comment IS DISTINCT FROM NEW.grade_comment))
  EXECUTE FUNCTION result_figure_changes();
CREATE TRIGGER result_counted_elsewhere AFTER UPDATE ON exam_result FOR EACH ROW
  WHEN (OLD.graded_on IS NOT NULL AND OLD.graded_on IS DISTINCT FROM NEW.graded_on)
  EXECUTE FUNCTION result_figure_leaves();
