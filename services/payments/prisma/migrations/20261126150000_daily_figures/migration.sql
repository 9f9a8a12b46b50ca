-- Days whose figures are to be counted anew. Each entry of the ledger adds a row in its own
-- transaction and touches no row of anybody else: a counter of the day would let one purchase wait
-- for another.
CREATE TABLE figure_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  day date NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
-- What a job counts out of them.
CREATE TABLE money_figure (
  day date PRIMARY KEY,
  captured_cents bigint NOT NULL CHECK (captured_cents >= 0),
  refunded_cents bigint NOT NULL CHECK (refunded_cents >= 0)
);
-- When all days were counted last; without a row they never were.
CREATE TABLE figure_count (
  id smallint PRIMARY KEY CHECK (id = 1),
  counted_at timestamptz NOT NULL
);

CREATE FUNCTION money_figure_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_change (day) VALUES ((NEW.at AT TIME ZONE 'America/New_York')::date);
  RETURN NULL;
END $$;
CREATE TRIGGER money_counted AFTER INSERT ON money_entry FOR EACH ROW
  EXECUTE FUNCTION money_figure_changes();
